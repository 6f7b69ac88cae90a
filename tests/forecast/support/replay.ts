import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import * as fc from 'fast-check';

import { MINUTE_MS } from '#shared/model/time.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';

import { GUN_MS, inventField } from './invent-field.ts';

/** The time that a passing runner was expected at a later point, and the true one. */
interface Prediction {
  readonly leftMs: number;
  /** Expected less true: below zero, it was promised too early. */
  readonly errorMs: number | undefined;
  readonly isCovered: boolean;
}

/** The results as they were known at a moment: what was read by then, and nothing else. */
export function knownAt(rows: readonly UnrankedResult[], nowMs: number): UnrankedResult[] {
  const known: UnrankedResult[] = [];
  for (const row of rows) {
    const startMs = row.startedAtMs;
    if (startMs === null || startMs > nowMs) continue;
    const isKnown = (timeMs: number | null): timeMs is number =>
      timeMs !== null && startMs + timeMs <= nowMs;
    const isThrough = isKnown(row.totalMs);
    known.push({
      ...row,
      status: isThrough ? 'finished' : 'racing',
      totalMs: isThrough ? row.totalMs : null,
      splitsMs: row.splitsMs.map((timeMs) => (isKnown(timeMs) ? timeMs : null)),
    });
  }
  return known;
}

/** Races at any moment, in one wave or several, with lost reads and runners who give up. */
export const randomRaces = fc
  .record({
    seed: fc.integer(),
    runners: fc.integer({ min: 1, max: 40 }),
    atMinute: fc.integer({ min: 1, max: 400 }),
    noise: fc.double({ min: 0, max: 0.5, noNaN: true }),
    spread: fc.double({ min: 0, max: 0.5, noNaN: true }),
    lost: fc.double({ min: 0, max: 0.6, noNaN: true }),
    dropOut: fc.double({ min: 0, max: 0.3, noNaN: true }),
    waves: fc.constantFrom([0], [0, 20, 40]),
  })
  .map(({ seed, atMinute, ...shape }) => {
    const nowMs = GUN_MS + atMinute * MINUTE_MS;
    const field = { event: 'PB', legMinutes: [50, 40, 60, 45, 55], fade: 0.05 };
    return { rows: knownAt(inventField({ ...field, ...shape }, seed), nowMs), nowMs };
  });

/**
 * Goes through a finished race in the order of time: each runner who has just passed a point gets expected times for the
 * points ahead, from what is known then. `moments`: how often each point is asked about; `passings`: how many of the latest are asked.
 */
export function replayForecasts(
  rows: readonly UnrankedResult[],
  event: EventCode,
  { moments, passings }: { readonly moments: number; readonly passings: number },
  courses = USUAL_COURSES,
): Prediction[] {
  const points = stagePointsOf(event, courses);
  const truth = new Map(rows.map((row) => [row.runnerId, row]));
  return points.slice(0, -1).flatMap((from, index) => {
    const here = rows
      .flatMap((row) => {
        const elapsedMs = timeAt(row, from);
        if (elapsedMs === null || row.startedAtMs === null) return [];
        return [{ runnerId: row.runnerId, atMs: row.startedAtMs + elapsedMs }];
      })
      .toSorted((a, b) => a.atMs - b.atMs);
    const size = Math.max(passings, Math.floor(here.length / moments));
    const predictions: Prediction[] = [];
    for (let end = size; end <= here.length; end += size) {
      const known = knownAt(rows, here[end - 1]?.atMs ?? 0);
      const forecast = createForecast(known, event, courses);
      const latest = new Set(here.slice(end - passings, end).map(({ runnerId }) => runnerId));
      for (const row of known) {
        if (!latest.has(row.runnerId) || row.status !== 'racing') continue;
        const expected = forecast.expect(row);
        for (const to of points.slice(index + 1)) {
          const trueMs = timeAt(truth.get(row.runnerId) ?? row, to);
          if (trueMs === null || timeAt(row, to) !== null) continue;
          const stage = expected.find((one) => one.stage === to);
          predictions.push({
            leftMs: trueMs - (timeAt(row, from) ?? 0),
            errorMs: stage && stage.elapsedMs - trueMs,
            isCovered:
              stage !== undefined && stage.earliestMs <= trueMs && trueMs <= stage.latestMs,
          });
        }
      }
    }
    return predictions;
  });
}

/** The part at which something was said; of that the part within the range, and mean errors over the mean time left. */
export function judgeForecasts(all: readonly Prediction[]) {
  const said = all.filter(({ errorMs }) => errorMs !== undefined);
  const sum = (read: (one: Prediction) => number): number =>
    said.reduce((total, one) => total + read(one), 0);
  const leftMs = sum((one) => one.leftMs);
  return {
    said: said.length / all.length,
    covered: sum(({ isCovered }) => (isCovered ? 1 : 0)) / said.length,
    relativeError: sum(({ errorMs = 0 }) => Math.abs(errorMs)) / leftMs,
    bias: sum(({ errorMs = 0 }) => errorMs) / leftMs,
  };
}
