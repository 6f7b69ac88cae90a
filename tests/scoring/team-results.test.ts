import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { TeamSetup } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { rankCategories, rankClubs, rankLegs } from '#shared/scoring/result-tables.ts';
import { keyOfClub, rankTeams } from '#shared/scoring/team-results.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';

import { buildFinisher } from './build-finisher.ts';
import { placeAmong } from './slow-ranking.ts';

/** Finishers in the order of their places: `M Aber 1` is a man of Aber after a minute. */
function finish(...texts: string[]): UnrankedResult[] {
  return texts.map((text, index) => {
    const [sex, runClub, minute] = text.split(' ');
    return buildFinisher({
      runnerId: `runner-${index}`,
      ageGroup: sex === '-' ? '' : `${sex}40`,
      runClub: (runClub ?? '').replaceAll('_', ' '),
      totalMs: Number(minute) * 60_000,
    });
  });
}

/** `1 Taf A 6 1+2+3`. */
function describeBy(rule: Partial<TeamSetup>, ...texts: string[]): string[] {
  const setup: TeamSetup = { name: 'Teams', count: 3, by: 'place', ...rule };
  return rankTeams(finish(...texts), setup, USUAL_COURSES).map(
    ({ place, club, letter, points, totalMs, counters }) =>
      [
        place,
        club,
        ...(letter === '' ? [] : [letter]),
        setup.by === 'place' ? points : totalMs / 60_000,
        counters.map((counter) => counter.place).join('+'),
      ].join(' '),
  );
}

test('[TM2 TM3] clubs ignore spelling, and words for none give no club', () => {
  const field = ["F Clwb_Y_Garn's 1", 'F CLWB_Y_GARNS 2', 'F clwb_ŷ_garns 3', '- Clwb_Y_Garns 4'];
  expect(describeBy({ sexes: ['F'], perClub: 1 }, ...field)).toEqual(["1 Clwb Y Garn's 6 1+2+3"]);
  const none = ['', '  ', 'Unattached', 'U/A', 'UNATT.', 'digyswllt', 'Dim Clwb', 'n/a', '-'];
  expect(none.filter((text) => keyOfClub(text) !== undefined)).toEqual([]);
  expect(keyOfClub('Digyswllt Harriers')).toBe('digyswllt harriers');
  expect(describeBy({ count: 1 }, 'F Unatt 1')).toEqual([]);
  expect(
    rankClubs(finish('F Taf 1', 'M u/a 2', 'M taf 3', 'M Aber 4'), USUAL_COURSES).map(
      ({ name, rows }) => [name, rows.length],
    ),
  ).toEqual([
    ['Aber', 1],
    ['Taf', 2],
  ]);
});

test('[TM6] a club forms as many teams as the rule allows, from its remaining members', () => {
  const field = ['F Taf 1', 'F Taf 2', 'F Aber 3', 'F Taf 4', 'F Taf 5', 'F Aber 6', 'F Taf 7'];
  const pairs = { count: 2, sexes: ['F'] } as const;
  expect(describeBy(pairs, ...field)).toEqual(['1 Taf A 3 1+2', '2 Taf B 9 4+5', '3 Aber A 9 3+6']);
  expect(describeBy({ ...pairs, perClub: 1 }, ...field)).toEqual(['1 Taf 3 1+2', '2 Aber 9 3+6']);
});

test('[TM1] by time the lowest sum wins, and of ties the team with the faster last runner', () => {
  const pairs = { count: 2, by: 'time' } as const;
  expect(describeBy(pairs, 'M A 1', 'F B 2', 'M C 5', 'M B 8', 'F A 9', 'M C 6')).toEqual([
    '1 B A 10 2+4',
    '2 A A 10 1+5',
    '3 C A 11 3+6',
  ]);
});

/** Few values, so that equal times happen. */
const fields = fc.array(
  fc.record({
    ageGroup: fc.constantFrom('', 'F40', 'M40', 'M50'),
    runClub: fc.constantFrom('', 'Aber', 'Taf'),
    totalMs: fc.integer({ min: 1, max: 9 }),
    splits: fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 4, maxLength: 4 }),
  }),
  { maxLength: 20 },
);

test('[TM1 TM5] teams and tables equal those counted by the slow ranking', () => {
  fc.assert(
    fc.property(fields, (drawn) => {
      const field = drawn
        .map(({ splits, ...one }, index) =>
          buildFinisher({ ...one, runnerId: `runner-${index}`, splitsMs: [...splits, null, null] }),
        )
        .toSorted((a, b) => (a.totalMs ?? 0) - (b.totalMs ?? 0));
      const men = field.filter(({ ageGroup }) => ageGroup.startsWith('M'));
      const slow = ['Aber', 'Taf'].flatMap((club) => {
        const places = men
          .filter(({ runClub }) => runClub === club)
          .slice(0, 4)
          .map(
            ({ totalMs }) =>
              placeAmong(
                totalMs,
                men.map((man) => man.totalMs),
              ) ?? 0,
          );
        const points = places.reduce((sum, place) => sum + place, 0);
        return places.length < 4 ? [] : [{ club, points, last: places.at(-1) ?? 0 }];
      });
      const rule = { name: 'Men', count: 4, by: 'place', sexes: ['M'] } as const;
      const teams = rankTeams(field, rule, USUAL_COURSES);
      expect(teams.map(({ club, points }) => ({ club, points }))).toEqual(
        slow
          .toSorted((a, b) => a.points - b.points || a.last - b.last)
          .map(({ club, points }) => ({ club, points })),
      );

      for (const { name, rows } of rankCategories(field, USUAL_COURSES)) {
        const times = field
          .filter(({ ageGroup }) => ageGroup === name)
          .map(({ totalMs }) => totalMs);
        expect(rows.map(({ place }) => place)).toEqual(times.map((ms) => placeAmong(ms, times)));
      }
      const [firstLeg] = rankLegs(field, 'PB', USUAL_COURSES);
      expect(firstLeg?.rows).toHaveLength(field.filter(({ splitsMs }) => splitsMs[0]).length);
      const firstTwo = rankLegs(field, 'PB', USUAL_COURSES, { most: 2 });
      for (const [index, { rows, count }] of rankLegs(field, 'PB', USUAL_COURSES).entries()) {
        expect(count).toBe(rows.length);
        expect(firstTwo[index]).toMatchObject({ rows: rows.slice(0, 2), count });
        const times = rows.map(({ timeMs }) => timeMs);
        expect(times.every((ms) => ms > 0)).toBe(true);
        expect(rows.map(({ place }) => place)).toEqual(times.map((ms) => placeAmong(ms, times)));
      }
    }),
    { numRuns: 200 },
  );
});

test('[TM9] a relay team needs a runner on each leg, however many run one of them', () => {
  const [first, second, third] = USUAL_COURSES.events;
  const rule = { name: '', by: 'relay', count: 3 } as const;
  const run = (...legs: (string | undefined)[]) => {
    const field = finish(...legs.map((_, index) => `F Aber ${index + 1}`));
    const results = field.map((one, index) => Object.assign(one, { events: legs[index] ?? '' }));
    return rankTeams(results, rule, USUAL_COURSES).map(({ counters }) =>
      counters.map(({ result }) => result.runnerId),
    );
  };
  expect(run(first, first, second)).toEqual([]);
  expect(run(first, first, second, third)).toEqual([['runner-0', 'runner-2', 'runner-3']]);
});
