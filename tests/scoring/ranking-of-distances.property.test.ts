import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { Result } from '#shared/model/result.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { anyRaces } from './random-race.ts';
import { placeBySetup, tie } from './slow-ranking.ts';
import { readSlowly } from './slow-setup.ts';

/** Longer than any race: keeps laps and times apart. */
const LAP = 1e12;

test('[RK3 RK12 RK13 RK14 RK15 GP1 GP4] places of a random race of any kind equal those counted by the slow ranking', () => {
  fc.assert(
    fc.property(anyRaces, ({ runners, scans, config }) => {
      const rows = scoreRace(runners, scans, config);
      const setup = readSlowly(config);
      const courses = new Courses(setup);
      const standings = new Standings(courses);
      standings.replaceAll(rows, {});
      for (const distance of setup.distances) {
        const field = rows.filter(({ events }) => events === distance.code);
        const whole = (row: Result, totalMs: number | null): number | null =>
          totalMs === null || row.status !== 'finished'
            ? null
            : tie(totalMs, distance) - (distance.rankedBy === 'laps' ? (row.laps ?? 0) * LAP : 0);
        const inCategory = (row: Result) => whole(row, row.categoryMs ?? row.totalMs);
        // Ties are made before laps are put on top.
        const { ties, ...rest } = distance;
        const asTied = ties === 'dense' ? { ...rest, ties } : rest;
        const place = (row: Result, mates: readonly Result[], of: typeof inCategory) =>
          placeBySetup(of(row), mates.map(of), asTied);
        for (const row of field) {
          const group = field.filter(({ ageGroup }) => ageGroup === row.ageGroup);
          const overall = place(row, field, (one) => whole(one, one.totalMs));
          const ofGroup = row.ageGroup === '' ? null : place(row, group, inCategory);
          expect(standings.placeOf(row.runnerId)).toBe(overall);
          expect(standings.groupPlaceOf(row.runnerId)).toBe(ofGroup);
          const found = standings.groupPlacesAt(row, 'finish');
          expect([found.overall?.place ?? null, found.ageGroup?.place ?? null]).toEqual([
            overall,
            ofGroup,
          ]);
        }
      }
    }),
    { numRuns: 400 },
  );
});
