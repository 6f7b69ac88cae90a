import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { PrizeSetup, RaceSetup } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Award, awardPrizes, defaultPrizes } from '#shared/scoring/prizes.ts';
import { findSoonest } from '#shared/scoring/soonest-finish.ts';

import { buildFinisher } from './build-finisher.ts';

/** Of the one event: `Siân F40 Taf 61` came in after 61 minutes, `Huw M40 - out` is on course, `dnf` is out. */
function field(lines: string, events: EventCode = 'PB'): UnrankedResult[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', group = '', club = '', time = '', kom] = line.trim().split(/\s+/);
      const minutes = Number(time);
      return buildFinisher({
        runnerId: name,
        firstName: name,
        lastName: 'Rees',
        events,
        ageGroup: group === '-' ? '' : group,
        runClub: club === '-' ? '' : club,
        status: time === 'dnf' ? 'dnf' : time === 'out' ? 'racing' : 'finished',
        totalMs: Number.isNaN(minutes) ? null : minutes * 60_000,
        komsMs: [null, kom === undefined ? null : Number(kom)],
      });
    });
}

const USUAL_RACE = USUAL_COURSES.setup;

const prize = (name: string, places: number, who: Partial<PrizeSetup> = {}): PrizeSetup => ({
  name,
  places,
  isExclusive: true,
  ...who,
});

function award(
  prizes: readonly PrizeSetup[],
  rows: readonly UnrankedResult[],
  courses = USUAL_COURSES,
): readonly Award[] {
  return awardPrizes(prizes, courses, (code) => rows.filter(({ events }) => events === code));
}

/** `Women: 1 Siân, 2 Mair, 1 open ? Huw`, of each course that somebody runs. */
function tell(prizes: readonly PrizeSetup[], rows: readonly UnrankedResult[]): string[] {
  const run = new Set<string>(rows.map(({ events }) => events));
  return award(prizes, rows)
    .filter(({ distances }) => distances.some((code) => run.has(code)))
    .map(({ prize: { name }, winners, open, contenders }) => {
      const parts = [...winnersOf({ winners }), ...(open > 0 ? [`${open} open`] : [])];
      const out = contenders.map(({ runnerId }) => runnerId).join(' ');
      return `${name}: ${parts.join(', ')}${out && ` ? ${out}`}`;
    });
}

const winnersOf = ({ winners }: Pick<Award, 'winners'>): string[] =>
  winners.map(({ place, result }) => `${place} ${result.runnerId}`);

const MEN = { categories: ['M-SNR', 'M40', 'M50'] };

describe('the winners of a prize', () => {
  test('[PZ1 PZ3] a segment prize includes all its distances, and runners on course', () => {
    const rows = [
      ...field(`
        Aled M40 - 60 900
        Siân F40 - 61 800
        Cai M-SNR - dnf 700`),
      ...field('Mair F40 - out 800\nNon F40 - out', 'UB'),
      ...field('Bryn M40 - 30 100', 'BB'),
    ];
    const climb = prize('Climb', 1, { segment: 'CarnIngli' });
    expect(tell([climb], rows)).toEqual(['Climb: 1 Mair, 1 Siân ? Non']);
    expect(tell([{ ...climb, sexes: ['M'] }], rows)).toEqual(['Climb: 1 Aled']);
    expect(tell([{ ...climb, distances: ['BB'] }], rows)).toEqual([]);
  });

  test('[PZ1] a prize over several courses is given on each, and none in unranked distances', () => {
    const rows = [...field('Aled M40 - 60'), ...field('Bryn M40 - 30', 'BB')];
    const winnersOn = (distances: RaceSetup['distances']) => {
      const courses = new Courses({ ...USUAL_RACE, distances });
      return award([prize('Men', 2)], rows, courses).map((one) => winnersOf(one).join());
    };
    expect(winnersOn(USUAL_RACE.distances)).toEqual(['1 Bryn', '1 Aled', '']);
    const together = USUAL_RACE.distances.map((one) =>
      one.code === 'BB' ? { ...one, course: 'full' } : { ...one, isRanked: one.code !== 'UB' },
    );
    expect(winnersOn(together)).toEqual(['1 Bryn,2 Aled']);
  });

  test('[PZ2] a private runner takes only unrestricted prizes', () => {
    const rows = field('7 - - 60\nAled M40 Taf 61');
    const prizes = [{ sexes: ['M'] }, MEN, { clubs: ['Taf'] }, {}] as const;
    expect(prizes.flatMap((who) => tell([prize('First', 1, who)], rows))).toEqual([
      'First: 1 Aled',
      'First: 1 Aled',
      'First: 1 Aled',
      'First: 1 7',
    ]);
  });

  test('[PZ7] the default prizes are the first three of each sex and the first of each category', () => {
    const prizes = defaultPrizes(USUAL_RACE);
    expect(prizes).toHaveLength(3 * (2 + 18));
    expect(
      prizes.slice(0, 3).map(({ name, places, distances }) => [name, places, distances]),
    ).toEqual([
      ['Women', 3, ['BB']],
      ['Men', 3, ['BB']],
      ['FU17', 1, ['BB']],
    ]);
    const categories = {
      ...USUAL_RACE.categories,
      table: [{ code: 'All', sexes: ['F', 'M'] }],
    } as const;
    const [distance] = USUAL_RACE.distances;
    const distances = distance ? [distance, { ...distance, isRanked: false }] : [];
    expect(defaultPrizes({ ...USUAL_RACE, categories, distances }).map(({ name }) => name)).toEqual(
      ['Overall', 'All'],
    );
  });
});

const cp1 = (minutes: number) => [minutes * 60_000, null, null, null, null, null];

test('[PZ6] contenders are eligible runners who can be as fast, and those who could push a winner to this prize', () => {
  const seen: Record<string, Partial<UnrankedResult>> = {
    Aled: { splitsMs: cp1(30) },
    // From cp1 the shortest was 30 minutes: 61:30 is the least for Huw, who began later.
    Huw: { splitsMs: cp1(33), startedAtMs: 1_200_000 },
  };
  const rows = field('Aled M40 - 60\nBryn M40 - 70\nSiân F40 - 80\nHuw M50 - out').map((row) =>
    Object.assign({}, row, seen[row.runnerId]),
  );
  const prizes = [
    prize('Overall', 1),
    prize('Men', 1, { sexes: ['M'] }),
    prize('Men 40', 1, { categories: ['M40'] }),
    prize('Women', 1, { sexes: ['F'] }),
  ];
  expect(tell(prizes, rows)).toEqual([
    'Overall: 1 Aled',
    'Men: 1 Bryn ? Huw',
    'Men 40: 1 open ? Huw',
    'Women: 1 Siân',
  ]);
});

/** Few values, so that much is equal. */
const fields = fc.array(
  fc.record({
    ageGroup: fc.constantFrom('', 'F40', 'F50', 'M40'),
    runClub: fc.constantFrom('', 'Aber', 'Taf'),
    status: fc.constantFrom('finished' as const, 'racing' as const, 'dnf' as const),
    totalMs: fc.integer({ min: 4, max: 12 }),
    splitMs: fc.option(fc.integer({ min: 1, max: 9 })),
    komMs: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  { maxLength: 12 },
);
const prizeLists = fc.array(
  fc.record(
    {
      name: fc.constant('P'),
      places: fc.integer({ min: 1, max: 3 }),
      isExclusive: fc.boolean(),
      sexes: fc.constantFrom<('F' | 'M')[]>(['F'], ['M'], ['F', 'M']),
      categories: fc.constantFrom<string[]>(['F40'], ['F40', 'F50'], ['M40']),
      clubs: fc.constantFrom<string[]>(['Taf'], ['Taf', 'aber']),
      segment: fc.constant('CarnIngli'),
    },
    { requiredKeys: ['name', 'places', 'isExclusive'] },
  ),
  { maxLength: 4 },
);

function build(drawn: typeof fields extends fc.Arbitrary<infer T> ? T : never): UnrankedResult[] {
  return drawn.map(({ splitMs, komMs, totalMs, ...one }, index) =>
    buildFinisher({
      ...one,
      runnerId: `runner-${index}`,
      totalMs: one.status === 'finished' ? totalMs : null,
      splitsMs: [splitMs, null, null, null, null, null],
      komsMs: [null, komMs],
    }),
  );
}

const latest = fc.array(fc.nat({ max: 30 }), { minLength: 12 });

test('[PZ1 PZ3 PZ4 PZ6] prizes have different winners by time, whatever the order of the rows, and change only through contenders', () => {
  fc.assert(
    fc.property(fields, prizeLists, latest, (drawn, prizes, times) => {
      const rows = build(drawn);
      const awards = award(prizes, rows);
      expect(award(prizes, rows.toReversed()).map(winnersOf)).toEqual(awards.map(winnersOf));
      const taken = awards
        .filter(({ prize: { isExclusive } }) => isExclusive)
        .flatMap(({ winners }) => winners.map(({ result }) => result.runnerId));
      expect(new Set(taken).size).toBe(taken.length);
      const soonest = new Map(
        findSoonest(rows, 'PB', USUAL_COURSES).map(({ row, soonestMs }) => [row, soonestMs]),
      );
      for (const [at, one] of awards.entries()) {
        const { prize, winners, open, contenders } = one;
        expect(winners.map(({ place }) => place)).toEqual(
          winners.map(({ timeMs }) => 1 + winners.filter((other) => other.timeMs < timeMs).length),
        );
        expect(winners.every(({ place }) => place <= prize.places)).toBe(true);
        expect(open).toBe(Math.max(0, prize.places - winners.length));
        // All others on course come in, each as soon as they can or later.
        const later = rows.map((row, index): UnrankedResult => {
          const totalMs = times[index] ?? 0;
          const canBe = (soonest.get(row) ?? Infinity) <= totalMs;
          if (contenders.includes(row) || !canBe) return row;
          const komsMs = [null, row.komsMs[1] ?? totalMs];
          return Object.assign({}, row, { status: 'finished', totalMs, komsMs });
        });
        const after = award(prizes, later)[at];
        expect(after && winnersOf(after)).toEqual(winnersOf(one));
      }
    }),
    { numRuns: 500 },
  );
});
