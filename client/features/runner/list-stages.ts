import { AHEAD, NO_POSITION } from '#shared/format/describe-result.ts';
import { formatPace } from '#shared/format/format-distance.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { labelPoint, stageLengthsOf } from '#shared/scoring/course.ts';
import { formatApart, formatElapsed } from '#shared/format/format-time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { StagePoint, StageRun } from '#shared/scoring/stages.ts';

import type { ExpectedStage } from '#shared/forecast/forecast.ts';
import { type StatusContext, describeExpectedClock } from './describe-runner.ts';

export interface StageLine {
  readonly point: StagePoint;
  readonly name: string;
  /** `missed`: should have a time and has none. `ahead`: may still get one. */
  readonly state: 'passed' | 'missed' | 'ahead';
  readonly time: string;
  /** The clock time at the race: `at 13:40`, `Sat at 13:40`. */
  readonly passedAt?: string | undefined;
  /** From the start, if known: `12.4 km`. */
  readonly distance: string | undefined;
  readonly leg?: string | undefined;
  /** On the leg: `6:12 /km`. */
  readonly pace?: string | undefined;
  readonly legPlace?: string | undefined;
  readonly place?: string | undefined;
  /** Places gained since the last stage, negative for lost; undefined for none. */
  readonly gained?: number | undefined;
  readonly leaderGap?: string | undefined;
  /** To the runner just ahead. */
  readonly nextGap?: string | undefined;
}

export interface StagesContext extends StatusContext {
  readonly expected: readonly ExpectedStage[];
}

/** Describes the stages of a runner; of a DNF, and in a race for the most laps, only those up to the last one seen. */
export function listStages(
  result: UnrankedResult,
  runs: readonly StageRun[],
  context: StagesContext,
): readonly StageLine[] {
  const { texts, config, expected } = context;
  const lastSeen = runs.findLastIndex(({ elapsedMs }) => elapsedMs !== null);
  const lengths = stageLengthsOf(result.events, coursesOf(config));
  const lines = runs.map((run, index): StageLine => {
    const { point } = run;
    const atM = lengths[index]?.atM;
    const distance = atM === undefined ? undefined : texts.common.kilometres(atM);
    const name = labelPoint(point, texts.runner.finish, config, result.events);
    const stage = { point, name, distance };
    if (run.elapsedMs !== null) {
      const fromM = index === 0 ? 0 : lengths[index - 1]?.atM;
      const legM = atM === undefined || fromM === undefined ? 0 : atM - fromM;
      const pace = run.legMs === null || legM <= 0 ? undefined : formatPace(run.legMs, legM);
      // The leg from the start would repeat the time and the place.
      const shown = index === 0 ? { ...run, legMs: null, legPlace: null } : run;
      return { ...stage, pace, ...describePassed(shown, run.elapsedMs, result, context) };
    }
    // Points still ahead do not count as missed (RULES.md CP5).
    if (index > lastSeen && result.status === 'racing') {
      const next = expected.find((one) => one.stage === point);
      const time = next && describeExpectedClock(result, next.elapsedMs, context);
      return { ...stage, state: 'ahead', time: time ?? AHEAD };
    }
    return { ...stage, state: 'missed', time: texts.outcome.noScan, place: NO_POSITION };
  });
  const { isByLaps } = coursesOf(config).rankingOf(result.events);
  return result.status === 'dnf' || isByLaps ? lines.slice(0, lastSeen + 1) : lines;
}

function describePassed(
  run: StageRun,
  elapsedMs: number,
  result: UnrankedResult,
  { texts, config, nowMs }: StagesContext,
): Omit<StageLine, 'point' | 'name' | 'distance' | 'pace'> {
  const { startedAtMs, events } = result;
  const moment = startedAtMs === null ? undefined : startedAtMs + elapsedMs;
  const courses = coursesOf(config);
  const { rounding } = courses.rankingOf(events);
  const { dates, ordinal } = texts.common;
  const sex = courses.sexOf(result);
  const placeOf = (place: number | null) => (place === null ? undefined : ordinal(place, sex));
  const gapTo = (otherMs: number): string => `+${formatApart(elapsedMs, otherMs, rounding)}`;
  return {
    state: 'passed',
    time: formatElapsed(elapsedMs, rounding),
    passedAt: moment === undefined ? undefined : dates.clockAt(moment, nowMs, config.timeZone),
    leg: run.legMs === null ? undefined : formatElapsed(run.legMs, rounding),
    legPlace: placeOf(run.legPlace),
    place: placeOf(run.place),
    gained: run.gained || undefined,
    leaderGap: run.leaderGapMs ? gapTo(elapsedMs - run.leaderGapMs) : undefined,
    nextGap: run.ahead ? gapTo(elapsedMs - run.ahead.gapMs) : undefined,
  };
}
