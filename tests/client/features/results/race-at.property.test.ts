import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPast, findRaceAt } from '#client/features/results/race-at.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { countEventTotals, scoreRace } from '#shared/scoring/score-race.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const config = buildConfig({ timing: 'chip' });

/** A day as it should be: each runner is read once at each point that they come to, on their own start and in order. */
const runner = fc.record({
  event: fc.constantFrom(...USUAL_COURSES.events),
  startMinutes: fc.integer({ min: 0, max: 5 }),
  legs: fc.array(fc.option(fc.integer({ min: 10, max: 40 }), { freq: 8 }), { maxLength: 6 }),
});

test('[PG8] a race at a moment is the race scored with the reads until then', () => {
  fc.assert(
    fc.property(
      fc.array(runner, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: -1, max: 250 }),
      (field, minutes) => {
        const atMs = GUN_MS + minutes * MINUTE_MS;
        const runners = field.map(({ event }, at) =>
          buildRunner({ runnerId: `r${at}`, bandId: `${at + 1}`, event }),
        );
        const scans = field.flatMap(({ event, startMinutes, legs }, at): Scan[] => {
          const bandId = `${at + 1}`;
          const [start, ...points] = USUAL_COURSES.routeOf(event);
          let timeMs = GUN_MS + startMinutes * MINUTE_MS;
          const reads = points.flatMap((point, index) => {
            const leg = legs[index];
            // Null is a mat that was missed, and who has no more legs is still out.
            if (leg === undefined) return [];
            timeMs += (leg ?? 10) * MINUTE_MS;
            return leg === null ? [] : [buildScan({ bandId, points: [point], timeMs })];
          });
          const startMs = GUN_MS + startMinutes * MINUTE_MS;
          return [buildScan({ bandId, points: [start ?? 'start'], timeMs: startMs }), ...reads];
        });
        const totals = countEventTotals(runners, USUAL_COURSES);
        const standings = new Standings(USUAL_COURSES);
        standings.replaceAll(scoreRace(runners, scans, config), totals);
        const until = scans.filter(({ timeMs }) => timeMs <= atMs);
        const then = scoreRace(runners, until, config);
        for (const event of USUAL_COURSES.events) {
          const listed = then.filter(({ events }) => events === event);
          const race = findRaceAt(standings, event, atMs);
          const count = (status: string) => listed.filter((one) => one.status === status).length;
          expect([race.finished, race.onCourse]).toEqual([count('finished'), count('racing')]);
          expect(race.awaited).toBe((totals[event] ?? 0) - listed.length);
          const shown = race.points.map(({ point, count: passed, first }) => ({
            point,
            passed,
            best: first?.elapsedMs,
          }));
          expect(shown).toEqual(
            stagePointsOf(event, USUAL_COURSES).map((point) => {
              const times = listed.flatMap((row) => timeAt(row, point) ?? []);
              return { point, passed: times.length, best: times.toSorted((a, b) => a - b)[0] };
            }),
          );
          const onward = race.points.reduce((sum, one) => sum + one.onward, race.starting);
          expect(onward - (race.points.at(-1)?.onward ?? 0)).toBe(race.onCourse);
        }
        const past = findPast(standings, USUAL_COURSES.events, atMs);
        const moments = scans.map(({ timeMs }) => timeMs).filter((timeMs) => timeMs <= atMs);
        expect(past?.fromMs).toBe(moments.length > 0 ? Math.min(...moments) : undefined);
      },
    ),
  );
});
