import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';

import { randomRaces } from './support/replay.ts';

const expectAll = (rows: readonly UnrankedResult[]) => {
  const forecast = createForecast(rows, 'PB', USUAL_COURSES);
  return new Map(rows.map((row) => [row.runnerId, forecast.expect(row)]));
};

test('[XP1 XP5] a range contains the expected time, after the last read and in the order of the course', () => {
  fc.assert(
    fc.property(randomRaces, ({ rows }) => {
      const points = stagePointsOf('PB', USUAL_COURSES);
      const forecast = createForecast(rows, 'PB', USUAL_COURSES);
      for (const row of rows) {
        const seen = points.findLastIndex((point) => timeAt(row, point) !== null);
        const seenMs = timeAt(row, points[seen] ?? 'finish') ?? 0;
        let before = { at: seen, elapsedMs: seenMs, earliestMs: seenMs, latestMs: seenMs };
        for (const { stage, elapsedMs, earliestMs, latestMs, basis } of forecast.expect(row)) {
          const at = points.indexOf(stage);
          expect(at).toBeGreaterThan(before.at);
          expect(elapsedMs).toBeGreaterThanOrEqual(before.elapsedMs);
          expect(earliestMs).toBeGreaterThanOrEqual(before.earliestMs);
          expect(latestMs).toBeGreaterThanOrEqual(before.latestMs);
          expect(earliestMs).toBeLessThanOrEqual(elapsedMs);
          expect(latestMs).toBeGreaterThanOrEqual(elapsedMs);
          expect(basis).toBeGreaterThanOrEqual(1);
          before = { at, elapsedMs, earliestMs, latestMs };
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('[XP1] the order of rows and calls changes nothing', () => {
  fc.assert(
    fc.property(randomRaces, ({ rows }) => {
      const asked = expectAll(rows);
      const backwards = expectAll(rows.toReversed());
      for (const [runnerId, stages] of asked) expect(backwards.get(runnerId)).toEqual(stages);
    }),
    { numRuns: 40 },
  );
});
