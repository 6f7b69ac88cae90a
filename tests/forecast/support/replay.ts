import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import * as fc from 'fast-check';

import { MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';

import { GUN_MS, inventField } from './invent-field.ts';

/** How good the expected times of one stage were that were told when runners passed a point. */
export interface Accuracy {
  readonly from: StagePoint | 'start';
  readonly to: StagePoint;
  readonly passings: number;
  /** The part of them at which something could be said. */
  readonly said: number;
  /** Expected less true: below zero, it was promised too early. */
  readonly meanErrorMs: number;
  readonly meanAbsoluteErrorMs: number;
  /** The mean absolute error over the mean time that was left. */
  readonly relativeError: number;
  /** The part that came within the range. */
  readonly covered: number;
}

interface Prediction {
  readonly leftMs: number;
  readonly errorMs: number | undefined;
  readonly isCovered: boolean;
}

interface ReplayOptions {
  /** At so many moments of the race it is asked, */
  readonly moments: number;
  /** for the latest so many passings of each point. */
  readonly passings: number;
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
 * Goes through a finished race in the order of time. Whoever has just passed a
 * point is told when to expect them at those ahead, from what is known then.
 */
export function replayForecasts(
  rows: readonly UnrankedResult[],
  event: EventCode,
  { moments, passings }: ReplayOptions,
  courses = USUAL_COURSES,
): Accuracy[] {
  const points = stagePointsOf(event, courses);
  const truth = new Map(rows.map((row) => [row.runnerId, row]));
  const reads = rows
    .flatMap((row) =>
      points.slice(0, -1).map((point) => ({
        row,
        point,
        atMs: (row.startedAtMs ?? Number.NaN) + (timeAt(row, point) ?? Number.NaN),
      })),
    )
    .filter(({ atMs }) => !Number.isNaN(atMs))
    .toSorted((a, b) => a.atMs - b.atMs);
  const predictions = new Map<string, Prediction[]>();
  for (const point of points.slice(0, -1)) {
    const here = reads.filter((read) => read.point === point);
    const size = Math.max(passings, Math.floor(here.length / moments));
    for (let end = size; end <= here.length; end += size) {
      const nowMs = here[end - 1]?.atMs ?? 0;
      const known = knownAt(rows, nowMs);
      const forecast = createForecast(known, event, courses);
      const latest = new Set(here.slice(end - passings, end).map(({ row }) => row.runnerId));
      for (const row of known) {
        if (!latest.has(row.runnerId) || row.status !== 'racing') continue;
        note(predictions, points, point, row, truth.get(row.runnerId), forecast.expect(row));
      }
    }
  }
  return [...predictions].map(([key, all]) => judge(key, all));
}

function note(
  predictions: Map<string, Prediction[]>,
  points: readonly StagePoint[],
  from: StagePoint,
  row: UnrankedResult,
  truth: UnrankedResult | undefined,
  expected: ReturnType<ReturnType<typeof createForecast>['expect']>,
): void {
  const beforeMs = timeAt(row, from);
  for (const to of points.slice(points.indexOf(from) + 1)) {
    const trueMs = truth && timeAt(truth, to);
    if (typeof trueMs !== 'number' || beforeMs === null || timeAt(row, to) !== null) continue;
    const stage = expected.find((one) => one.stage === to);
    const key = JSON.stringify([from, to]);
    const all = predictions.get(key) ?? [];
    all.push({
      leftMs: trueMs - beforeMs,
      errorMs: stage && stage.elapsedMs - trueMs,
      isCovered: stage !== undefined && stage.earliestMs <= trueMs && trueMs <= stage.latestMs,
    });
    predictions.set(key, all);
  }
}

function judge(key: string, all: readonly Prediction[]): Accuracy {
  const [from, to] = JSON.parse(key) as [StagePoint, StagePoint];
  const said = all.filter(({ errorMs }) => errorMs !== undefined);
  const meanAbsoluteErrorMs = mean(said.map(({ errorMs = 0 }) => Math.abs(errorMs)));
  return {
    from,
    to,
    passings: all.length,
    said: said.length / all.length,
    meanErrorMs: mean(said.map(({ errorMs = 0 }) => errorMs)),
    meanAbsoluteErrorMs,
    relativeError: meanAbsoluteErrorMs / mean(said.map(({ leftMs }) => leftMs)),
    covered: mean(said.map(({ isCovered }) => (isCovered ? 1 : 0))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function minutes(ms: number): string {
  return (ms / MINUTE_MS).toFixed(1);
}

/** A line for each stage, as it is printed and written down. */
export function printAccuracy(all: readonly Accuracy[]): string {
  return all
    .map(({ from, to, passings, said, meanErrorMs, meanAbsoluteErrorMs, relativeError, covered }) =>
      [
        `${label(from)} to ${label(to)}`.padEnd(14),
        `${passings} passings`.padEnd(15),
        `said ${(said * 100).toFixed(0)} %`.padEnd(11),
        `mean error ${minutes(meanErrorMs)} min`.padEnd(22),
        `mean absolute error ${minutes(meanAbsoluteErrorMs)} min, ${(relativeError * 100).toFixed(1)} % of what was left`.padEnd(
          54,
        ),
        `${(covered * 100).toFixed(0)} % within the range`,
      ].join('  '),
    )
    .join('\n');
}

function label(point: StagePoint | 'start'): string {
  return typeof point === 'number' ? `cp${point + 1}` : point;
}
