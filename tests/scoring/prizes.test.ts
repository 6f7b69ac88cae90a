import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { findFastestToFinish, findSoonest } from '#shared/scoring/contest.ts';
import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { PrizeSetup } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Award, awardPrizes, defaultPrizes } from '#shared/scoring/prizes.ts';

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
      const parts = [
        ...winners.map(({ place, result }) => `${place} ${result.runnerId}`),
        ...(open > 0 ? [`${open} open`] : []),
      ];
      const out = contenders.map(({ runnerId }) => runnerId).join(' ');
      return `${name}: ${parts.join(', ')}${out && ` ? ${out}`}`;
    });
}

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
    const [half, full, ultra] = award([prize('Men', 1, { sexes: ['M'] })], rows);
    expect(
      [half, full, ultra].map((one) => [one?.distances, one?.winners[0]?.result.runnerId]),
    ).toEqual([
      [['BB'], 'Bryn'],
      [['PB'], 'Aled'],
      [['UB'], undefined],
    ]);
    const distances = USUAL_RACE.distances.map((one) =>
      one.code === 'BB' ? { ...one, course: 'full' } : { ...one, isRanked: one.code !== 'UB' },
    );
    const courses = new Courses({ ...USUAL_RACE, distances });
    const [together, ...others] = award([prize('Men', 2)], rows, courses);
    expect(others).toEqual([]);
    expect(together?.winners.map(({ result }) => result.runnerId)).toEqual(['Bryn', 'Aled']);
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

/** Seen at cp1 after so long; who is out began when the others had run for 20 minutes. */
function at(row: UnrankedResult | undefined, minutes: number): UnrankedResult {
  if (!row) throw new Error('Nobody is there.');
  const splitsMs = [minutes * 60_000, null, null, null, null, null];
  return { ...row, splitsMs, startedAtMs: row.status === 'racing' ? 1_200_000 : 0 };
}

test('[PZ6] contenders are eligible runners who can be as fast, and those who could push a winner to this prize', () => {
  const rows = field(`
    Aled M40 - 60
    Bryn M40 - 70
    Siân F40 - 80
    Huw M50 - out`);
  const [first, ...others] = rows.slice(0, 3);
  const seen = [at(first, 30), ...others, at(rows[3], 33)];
  const prizes = [
    prize('Overall', 1),
    prize('Men', 1, { sexes: ['M'] }),
    prize('Men 40', 1, { categories: ['M40'] }),
    prize('Women', 1, { sexes: ['F'] }),
  ];
  // From cp1 the shortest was 30 minutes: 61:30 is the least for Huw.
  expect(tell(prizes, seen)).toEqual([
    'Overall: 1 Aled',
    'Men: 1 Bryn ? Huw',
    'Men 40: 1 open ? Huw',
    'Women: 1 Siân',
  ]);
  const close = [...seen.slice(0, 3), at(rows[3], 31)];
  expect(tell(prizes.slice(0, 2), close)).toEqual(['Overall: 1 Aled ? Huw', 'Men: 1 Bryn ? Huw']);
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

const winnersOf = ({ winners }: Award): string[] =>
  winners.map(({ place, result }) => `${place} ${result.runnerId}`);

test('[PZ3 PZ4 PZ1] exclusive prizes have different winners by time, whatever the order of the rows', () => {
  fc.assert(
    fc.property(fields, prizeLists, fc.nat(), (drawn, prizes, turn) => {
      const rows = build(drawn);
      const awards = award(prizes, rows);
      const shift = turn % (rows.length + 1);
      const turned = [...rows.slice(shift), ...rows.slice(0, shift)].toReversed();
      expect(award(prizes, turned).map(winnersOf)).toEqual(awards.map(winnersOf));
      const taken = awards
        .filter(({ prize: { isExclusive } }) => isExclusive)
        .flatMap(({ winners }) => winners.map(({ result }) => result.runnerId));
      expect(new Set(taken).size).toBe(taken.length);
      for (const { prize, winners, open } of awards) {
        expect(winners.map(({ place }) => place)).toEqual(
          winners.map(({ timeMs }) => 1 + winners.filter((other) => other.timeMs < timeMs).length),
        );
        expect(winners.every(({ place }) => place <= prize.places)).toBe(true);
        expect(open).toBe(Math.max(0, prize.places - winners.length));
      }
    }),
    { numRuns: 300 },
  );
});

function comeIn(row: UnrankedResult, totalMs: number): UnrankedResult {
  return { ...row, status: 'finished', totalMs, komsMs: [null, row.komsMs[1] ?? totalMs] };
}

test('[PZ6] a prize changes only through its contenders', () => {
  fc.assert(
    fc.property(
      fields,
      prizeLists,
      fc.array(fc.nat({ max: 30 }), { minLength: 12 }),
      (drawn, prizes, times) => {
        const rows = build(drawn);
        const fastest = findFastestToFinish(rows, 'PB', USUAL_COURSES);
        const before = award(prizes, rows);
        for (const [at, one] of before.entries()) {
          const later = rows.map((row, index): UnrankedResult => {
            const totalMs = times[index] ?? 0;
            const [least] = findSoonest([row], fastest);
            const canBe = least && least.soonestMs <= totalMs;
            if (row.status !== 'racing' || one.contenders.includes(row) || !canBe) return row;
            return comeIn(row, totalMs);
          });
          const after = award(prizes, later)[at];
          expect(after && winnersOf(after)).toEqual(winnersOf(one));
        }
      },
    ),
    { numRuns: 500 },
  );
});
