import { type Courses, coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { DEFAULT_CONFIG, isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { Timing } from '../model/settings.ts';
import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS, parseDuration } from '../model/time.ts';
import type { TimePoint } from '../model/time-point.ts';
import { findStartMs, formatWallClock } from '../model/wall-clock.ts';
import { type Guns, gunsOf } from './own-start.ts';

export interface EventRules {
  readonly timing: Timing;
  /** The timing that ranks categories (RULES.md RK14). */
  readonly categoryTiming: Timing;
  /** How long after the start laps count; undefined if they do not rank (RULES.md RK12). */
  readonly lapsUntilMs: DurationMs | undefined;
  /** The duration of a lap against the clock, if laps are (RULES.md RK16). */
  readonly lapEveryMs: DurationMs | undefined;
  /** How long after the start a finish scan begins to count. */
  readonly earliestFinishMs: DurationMs;
  /** When each point of `Courses.routeOf` closes for everybody, if it does (RULES.md CU1). */
  readonly closesAtMs: readonly (EpochMs | undefined)[];
  /** The race is over: runners still out are DNF. */
  readonly isClosed: boolean;
  /** From gun + earliest finish on, a start mat shared with one of these points is no start (RULES.md ST2, VS3). */
  readonly afterStart: ReadonlySet<TimePoint>;
}

export interface ScoringRules extends Guns {
  readonly courses: Courses;
  /** The rules of an event, also of an unknown one. */
  readonly of: (event: EventCode) => EventRules;
}

/** Reads the settings; an unreadable earliest finish is the default. */
export function scoringRulesOf(config: RaceConfig): ScoringRules {
  const courses = coursesOf(config);
  const usualMs =
    parseDuration(config.earliestFinish) ??
    parseDuration(DEFAULT_CONFIG.earliestFinish) ??
    10 * MINUTE_MS;
  const starts = gunsOf(config);
  const findRules = (event: EventCode): EventRules => {
    const {
      clock,
      earliestFinish = '',
      limit = '',
      lapEvery = '',
    } = courses.findDistance(event) ?? {};
    const { isByLaps } = courses.rankingOf(event);
    const points = [...courses.pointsOf(event)];
    const afterStart = courses.hasLoop(event)
      ? points.filter((point) => point !== 'start')
      : ['finish'];
    return {
      timing: clock?.overall ?? config.timing,
      categoryTiming: clock?.category ?? config.timing,
      lapsUntilMs: isByLaps ? (parseDuration(limit) ?? Infinity) : undefined,
      lapEveryMs: isByLaps ? parseDuration(lapEvery) : undefined,
      earliestFinishMs: parseDuration(earliestFinish) ?? usualMs,
      closesAtMs: findClosingMoments(
        courses.closesAtOf(event),
        starts.guns[event],
        config.timeZone,
      ),
      isClosed: isClosedFor(event, config),
      afterStart: new Set(courses.isLaterLeg(event) ? [] : afterStart),
    };
  };
  const events = courses.byEvent(findRules);
  return {
    courses,
    ...starts,
    of: (event) => events[event] ?? findRules(event),
  };
}

/** The first such times of day after the gun; from 24 hours on, days later. */
function findClosingMoments(
  closesAt: readonly (DurationMs | undefined)[],
  gunMs: EpochMs | undefined,
  timeZone: string,
): readonly (EpochMs | undefined)[] {
  if (gunMs === undefined) return [];
  const day = formatWallClock(gunMs, timeZone).split('-').slice(0, 3).join('-');
  return closesAt.map((sinceMidnightMs) => {
    if (sinceMidnightMs === undefined) return undefined;
    const onDay = (days: number): EpochMs | undefined => {
      const date = new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR_MS + sinceMidnightMs);
      return findStartMs(date.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-'), timeZone);
    };
    const sameDayMs = onDay(0);
    return sameDayMs === undefined || sameDayMs > gunMs ? sameDayMs : onDay(1);
  });
}

export function withTiming(rules: ScoringRules, timing: Timing): ScoringRules {
  return { ...rules, of: (event) => ({ ...rules.of(event), timing }) };
}
