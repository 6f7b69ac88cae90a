import { AHEAD, NO_POSITION } from '#shared/format/describe-result.ts';
import { formatPace } from '#shared/format/format-distance.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { labelCheckpoint, stageLengthsOf } from '#shared/scoring/course.ts';
import { formatApart, formatElapsed } from '#shared/format/format-time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { StagePoint, StageRun } from '#shared/scoring/stages.ts';

import type { ExpectedStage } from '#shared/forecast/forecast.ts';
import { type StatusContext, describeExpectedClock, momentOf } from './describe-runner.ts';

export interface StageLine {
  readonly point: StagePoint;
  readonly name: string;
  /** `passed`: there is a time. `missed`: there should be one. `ahead`: there may still be one. */
  readonly state: 'passed' | 'missed' | 'ahead';
  readonly time: string;
  /** By the time of day at the race: `13:40` or `Sat 13:40`, and the same as `at 13:40`. */
  readonly clock?: string;
  readonly passedAt?: string;
  /** From the start, where the race has it: `12.4 km`. */
  readonly distance?: string;
  readonly leg?: string;
  /** On the leg: `6:12 /km`. */
  readonly pace?: string;
  readonly legPlace?: string;
  readonly place?: string;
  /** Places won since the stage before, negative for lost; absent when there is nothing to say. */
  readonly gained?: number;
  /** Behind the leader, and behind the next one ahead. */
  readonly leaderGap?: string;
  readonly nextGap?: string;
}

export interface StagesContext extends StatusContext {
  readonly expected: readonly ExpectedStage[];
}

/** Puts the stages of a runner into words; of a DNF those up to the last at which they were seen. */
export function listStages(
  result: UnrankedResult,
  runs: readonly StageRun[],
  context: StagesContext,
): readonly StageLine[] {
  const lastSeen = runs.findLastIndex(({ elapsedMs }) => elapsedMs !== null);
  const lengths = stageLengthsOf(result.events, coursesOf(context.config));
  const lines = runs.map((run, index): StageLine => {
    const atM = lengths[index]?.atM;
    const distance = atM === undefined ? {} : { distance: context.texts.common.kilometres(atM) };
    const name = nameStage(run.point, result, context);
    if (run.elapsedMs !== null) {
      const fromM = index === 0 ? 0 : lengths[index - 1]?.atM;
      const legM = atM === undefined || fromM === undefined ? 0 : atM - fromM;
      const pace = run.legMs === null || legM <= 0 ? {} : { pace: formatPace(run.legMs, legM) };
      // The leg from the start would repeat the time and the place.
      const shown = index === 0 ? { ...run, legMs: null, legPlace: null } : run;
      const passed = describePassed(shown, run.elapsedMs, result, context);
      return { ...passed, ...distance, ...pace, name };
    }
    // A point ahead of a runner was not missed (RULES.md CP5).
    if (index > lastSeen && result.status === 'racing') {
      const time = describeAhead(run, result, context);
      return { point: run.point, name, state: 'ahead', time, ...distance };
    }
    const time = context.texts.outcome.noScan;
    return { point: run.point, name, state: 'missed', time, place: NO_POSITION, ...distance };
  });
  return result.status === 'dnf' ? lines.slice(0, lastSeen + 1) : lines;
}

export function nameStage(
  point: StagePoint,
  { events }: Pick<UnrankedResult, 'events'>,
  { texts, config }: Pick<StagesContext, 'texts' | 'config'>,
): string {
  return point === 'finish' ? texts.runner.finish : labelCheckpoint(point, config, events);
}

function describePassed(
  run: StageRun,
  elapsedMs: number,
  result: UnrankedResult,
  { texts, config, nowMs }: StagesContext,
): Omit<StageLine, 'name'> {
  const moment = momentOf(result, elapsedMs);
  const courses = coursesOf(config);
  const { rounding } = courses.rankingOf(result.events);
  const ordinal = (place: number): string => texts.common.ordinal(place, courses.sexOf(result));
  const gapTo = (otherMs: number): string => `+${formatApart(elapsedMs, otherMs, rounding)}`;
  const { dates } = texts.common;
  return {
    point: run.point,
    state: 'passed',
    time: formatElapsed(elapsedMs, rounding),
    ...(moment === undefined
      ? {}
      : {
          clock: dates.clockOn(moment, nowMs, config.timeZone),
          passedAt: dates.clockAt(moment, nowMs, config.timeZone),
        }),
    ...(run.legMs === null ? {} : { leg: formatElapsed(run.legMs, rounding) }),
    ...(run.legPlace === null ? {} : { legPlace: ordinal(run.legPlace) }),
    ...(run.place === null ? {} : { place: ordinal(run.place) }),
    ...(run.gained ? { gained: run.gained } : {}),
    ...(run.leaderGapMs ? { leaderGap: gapTo(elapsedMs - run.leaderGapMs) } : {}),
    ...(run.ahead ? { nextGap: gapTo(elapsedMs - run.ahead.gapMs) } : {}),
  };
}

function describeAhead(run: StageRun, result: UnrankedResult, context: StagesContext): string {
  const expected = context.expected.find(({ stage }) => stage === run.point);
  return (expected && describeExpectedClock(result, expected.elapsedMs, context)) ?? AHEAD;
}
