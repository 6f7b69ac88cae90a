import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, HOUR_MS } from '../model/time.ts';
import { effortOf, stageLengthsOf } from '../scoring/course.ts';
import { type StagePoint, timeAt } from '../scoring/stages.ts';

import { type Leg, CourseAhead } from './course-ahead.ts';
import { type FieldTimes, readFieldTimes } from './field-times.ts';
import type { LegFit } from './fit-leg.ts';
import { LegModel } from './leg-model.ts';
import { START, collectLeg, paceOf } from './leg-sample.ts';

/** When a runner is expected at a point ahead (RULES.md XP1). Never a result. */
export interface ExpectedStage {
  /** The slot of a checkpoint, or the finish. */
  readonly stage: StagePoint;
  /** Since the runner's start, as probably too early as too late. */
  readonly elapsedMs: DurationMs;
  /** Eight of ten arrive between these. */
  readonly earliestMs: DurationMs;
  readonly latestMs: DurationMs;
  /**
   * The smallest number of runners that any leg on the way is based on; 0 where one is known by its length alone
   * (RULES.md XP12).
   */
  readonly basis: number;
}

export interface Forecast {
  /**
   * The stages ahead, in the order of the course, at most `most` of them; empty for a runner who has finished, is out,
   * or is unknown.
   */
  expect(result: UnrankedResult, most?: number): readonly ExpectedStage[];
  /** Computes what {@link expect} would at its first calls. */
  prepare(): void;
}

/** A point that saw a smaller share of those seen beyond it is left out. */
const LEAST_SEEN = 0.2;

/** Expected times for everyone of an event, from the results of all. A leg is computed at its first use. */
export function createForecast(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): Forecast {
  let field: FieldTimes | undefined;
  const legs = new Map<number, Leg | undefined>();
  const efforts = stageLengthsOf(event, courses).map((stage) => stage && effortOf(stage));
  function readField(): FieldTimes {
    return (field ??= readFieldTimes(rows, event, courses));
  }
  /** The leg from a point to the next one with enough data. */
  function findLeg(from: number): Leg | undefined {
    if (legs.has(from)) return legs.get(from);
    const times = readField();
    let found: Leg | undefined;
    for (let to = from + 1; to < times.points.length && !found; to += 1) {
      if (isHeard(times, from, to)) found = new LegModel(from, to, collectLeg(times, from, to));
    }
    found ??= assumeNext(from);
    legs.set(from, found);
    return found;
  }
  /** The leg to the next point whose distance is known: before the first one nobody has shown how fast they are. */
  function assumeNext(from: number): Leg | undefined {
    const beforeM = efforts[from];
    const to = efforts.findIndex((effort, at) => at > from && effort !== undefined);
    const lengthM = (efforts[to] ?? 0) - (beforeM ?? 0);
    return beforeM && lengthM > 0 ? assumeLeg(from, to, beforeM, lengthM) : undefined;
  }

  return {
    prepare() {
      if (courses.rankingOf(event).isByLaps) return;
      const { points } = readField();
      for (let from = START; from < points.length - 1; from += 1) {
        findLeg(from);
      }
    },

    expect(result, most = Infinity) {
      if (result.events !== event || result.status !== 'racing') return [];
      if (courses.rankingOf(event).isByLaps) return []; // RK12
      const { points } = readField();
      const seen = points.map((point) => timeAt(result, point));
      const from = seen.findLastIndex((timeMs) => timeMs !== null);
      const beforeMs = seen[from] ?? 0;
      const ahead = new CourseAhead(beforeMs, paceOf(seen[from - 1] ?? undefined, beforeMs));
      const expected: ExpectedStage[] = [];
      for (let at = from; at < points.length - 1 && expected.length < most;) {
        const model = findLeg(at);
        const stage = model && points[model.to];
        if (!model || stage === undefined) break;
        expected.push({ stage, ...ahead.extend(model) });
        at = model.to;
      }
      return expected;
    },
  };
}

/** Somebody came from one point to the other, and the other did not miss nearly all of those. */
function isHeard({ elapsed, lastSeen, count }: FieldTimes, from: number, to: number): boolean {
  let through = 0;
  let beyond = 0;
  for (let row = 0; row < count; row += 1) {
    if (from !== START && Number.isNaN(elapsed[from]?.[row] ?? Number.NaN)) continue;
    if ((lastSeen[row] ?? START) < to) continue;
    beyond += 1;
    if (!Number.isNaN(elapsed[to]?.[row] ?? Number.NaN)) through += 1;
  }
  return through > 0 && through >= LEAST_SEEN * beyond;
}

/** Runners slow down by this share over a leg that is as long as the course before it. */
const SLOWS_DOWN = 0.04;
/** The spread of people around the pace of their course so far. */
const SPREAD = 0.1;

/**
 * A leg that nobody has run yet, from its length (RULES.md XP12): as fast as the course before it, and a little slower.
 * `lengthM` and `beforeM` are efforts, of the leg and of the course before it.
 */
function assumeLeg(from: number, to: number, beforeM: number, lengthM: number): Leg {
  const length = Math.log(lengthM / beforeM) + SLOWS_DOWN * Math.log1p(lengthM / beforeM);
  const fit: LegFit = { lengthFor: () => length, spreadFor: () => SPREAD, basis: 0 };
  return { from, to, unknown: 0, fit: () => fit };
}

/** An expected time, given that the runner is still not there. */
export interface Outlook extends ExpectedStage {
  /** Out for longer than nine of ten need: the times are those originally expected, and all are past. */
  readonly isOverdue: boolean;
}

/**
 * An expected time for a runner who has been out for `outMs` and was not seen there (RULES.md XP7). A time that is past
 * is never announced.
 */
export function lookAhead(expected: ExpectedStage, outMs: DurationMs): Outlook {
  const { elapsedMs, earliestMs, latestMs } = expected;
  if (outMs > latestMs) return { ...expected, isOverdue: true };
  if (outMs <= earliestMs) return { ...expected, isOverdue: false };
  return {
    ...expected,
    elapsedMs: Math.max(elapsedMs, Math.round((outMs + latestMs) / 2)),
    earliestMs: outMs,
    isOverdue: false,
  };
}

/** Nobody waits longer (RULES.md XP7). */
const LONGEST_OVERDUE_MS = 12 * HOUR_MS;

/** Whether the latest moment is so long past that nobody waits there any more (RULES.md XP7). */
export function isLongPast({ latestMs }: ExpectedStage, outMs: DurationMs): boolean {
  return outMs > latestMs + LONGEST_OVERDUE_MS;
}
