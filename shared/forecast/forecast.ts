import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, HOUR_MS } from '../model/time.ts';
import { effortOf, stageLengthsOf } from '../scoring/course.ts';
import { type StagePoint, timeAt } from '../scoring/stages.ts';

import { type Leg, CourseAhead } from './course-ahead.ts';
import { type FieldTimes, readFieldTimes } from './field-times.ts';
import type { LegFit } from './fit-leg.ts';
import { modelLeg } from './leg-model.ts';
import { START, collectLeg, paceOf } from './leg-sample.ts';

/** When a runner is expected at a point ahead (RULES.md XP1). Never a result. */
export interface ExpectedStage {
  /** The slot of a checkpoint, or the finish. */
  readonly stage: StagePoint;
  /** From the runner's start; as likely too early as too late. */
  readonly elapsedMs: DurationMs;
  /** Eight of ten arrive between these. */
  readonly earliestMs: DurationMs;
  readonly latestMs: DurationMs;
  /** The fewest runners that a leg on the way is based on; 0 if only its length is known (RULES.md XP12). */
  readonly basis: number;
}

export interface Forecast {
  /** The stages ahead in order, at most `most`; empty unless the runner is on course. */
  expect(result: UnrankedResult, most?: number): readonly ExpectedStage[];
}

/** Points that saw a smaller share of those seen beyond are left out. */
const LEAST_SEEN = 0.2;

/** Expected times of an event from the results so far. Legs are computed on first use. */
export function createForecast(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): Forecast {
  const field = readFieldTimes(rows, event, courses);
  const { points } = field;
  const legs = new Map<number, Leg | undefined>();
  const efforts = stageLengthsOf(event, courses).map((stage) => stage && effortOf(stage));
  /** The leg to the next point with enough data. */
  function findLeg(from: number): Leg | undefined {
    if (legs.has(from)) return legs.get(from);
    let found: Leg | undefined;
    for (let to = from + 1; to < points.length && !found; to += 1) {
      if (isHeard(field, from, to)) found = modelLeg(from, to, collectLeg(field, from, to));
    }
    found ??= assumeNext(from);
    legs.set(from, found);
    return found;
  }
  /** The leg to the next point with a known distance; none before the first, since nobody has shown their pace. */
  function assumeNext(from: number): Leg | undefined {
    const beforeM = efforts[from];
    const to = efforts.findIndex((effort, at) => at > from && effort !== undefined);
    const lengthM = (efforts[to] ?? 0) - (beforeM ?? 0);
    return beforeM && lengthM > 0 ? assumeLeg(from, to, beforeM, lengthM) : undefined;
  }

  return {
    expect(result, most = Infinity) {
      if (result.events !== event || result.status !== 'racing') return [];
      if (courses.rankingOf(event).isByLaps) return []; // RK12
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

/** Whether somebody came from one point to the other, which did not miss nearly everybody. */
function isHeard({ runners }: FieldTimes, from: number, to: number): boolean {
  const beyond = runners.filter(
    ({ elapsed, lastSeen }) => lastSeen >= to && (from === START || elapsed[from] !== undefined),
  );
  const through = beyond.filter(({ elapsed }) => elapsed[to] !== undefined).length;
  return through > 0 && through >= LEAST_SEEN * beyond.length;
}

/** The slowdown over a leg as long as the course before it. */
const SLOWS_DOWN = 0.04;
/** The spread of runners around their pace so far. */
const SPREAD = 0.1;

/** A leg that nobody has run yet (RULES.md XP12); `lengthM` and `beforeM` are efforts, of the leg and the course before. */
function assumeLeg(from: number, to: number, beforeM: number, lengthM: number): Leg {
  const length = Math.log(lengthM / beforeM) + SLOWS_DOWN * Math.log1p(lengthM / beforeM);
  const fit: LegFit = { lengthFor: () => length, spreadFor: () => SPREAD, basis: 0 };
  return { from, to, unknown: 0, fit: () => fit };
}

/** An expected time of a runner who is not there yet. */
export interface Outlook extends ExpectedStage {
  /** Out for longer than nine of ten: all times are past. */
  readonly isOverdue: boolean;
}

/** Updates an expected time for a runner out for `outMs`, so that it is not past (RULES.md XP7). */
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

/** RULES.md XP7. */
const LONGEST_OVERDUE_MS = 12 * HOUR_MS;

/** Whether a runner is too late to be waited for (RULES.md XP7). */
export function isLongPast({ latestMs }: ExpectedStage, outMs: DurationMs): boolean {
  return outMs > latestMs + LONGEST_OVERDUE_MS;
}
