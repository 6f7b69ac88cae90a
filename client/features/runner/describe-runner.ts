import { isMassStart } from '#shared/scoring/start-phase.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import { type ExpectedStage, isLongPast } from '#shared/forecast/forecast.ts';
import { describeTotal, locateOnCourse } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { formatElapsed, formatRaceClock } from '#shared/format/format-time.ts';
import { isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { writeExpected, writeRange } from '#shared/texts/dates.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';

export interface StatusText {
  readonly headline: string;
  /** The most important time now. */
  readonly figure?: string | undefined;
  /** Whether the figure is a running clock. */
  readonly isRunning?: boolean;
  /** The expected clock time that the note explains. */
  readonly expected?: string | undefined;
  readonly note?: string | undefined;
}

export interface StatusContext {
  readonly texts: AllTexts;
  readonly config: RaceConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** Describes a runner in the results; `finish` is the expected finish, if known. */
export function describeListed(
  result: UnrankedResult,
  finish: ExpectedStage | undefined,
  context: StatusContext,
): StatusText {
  const { texts, config, nowMs } = context;
  const { runner } = texts;
  const ranking = coursesOf(config).rankingOf(result.events);
  if (result.status === 'finished') {
    return { headline: runner.finished, figure: describeTotal(result, texts.outcome, ranking) };
  }
  const seen = locateOnCourse(result, coursesOf(config));
  const point = seen && labelCheckpoint(seen.slot, config, result.events);
  const elapsed = formatElapsed(seen?.elapsedMs ?? 0, ranking.rounding);
  if (result.status === 'dnf') {
    return {
      headline: result.isDisqualified ? runner.disqualified : runner.didNotFinish,
      note: point && runner.lastSeenAt(point, elapsed),
    };
  }
  const seenMs = momentOf(result, seen?.elapsedMs ?? 0);
  const ago = seenMs === undefined ? undefined : texts.common.ago(Math.max(0, nowMs - seenMs));
  const unseen = ago === undefined ? texts.results.onCourse : runner.started(ago);
  const headline =
    point === undefined
      ? unseen
      : ago === undefined
        ? `${texts.results.onCourse}. ${runner.lastSeenAt(point, elapsed)}`
        : runner.left(point, ago);
  return { headline, ...describeExpected(result, finish, context) };
}

/** Describes a registered runner without a result; `gunMs` is their start, undefined while unknown. */
export function describeAwaited(
  starter: Starter,
  context: StatusContext,
  gunMs: EpochMs | undefined,
): StatusText {
  const { texts, config, nowMs } = context;
  const { runner, finding, common } = texts;
  if (isClosedFor(starter.events, config)) return { headline: finding.neverSeen };
  if (gunMs === undefined) return { headline: finding.notSeen };
  if (nowMs >= gunMs && isMassStart(starter.events, config)) {
    return { headline: runner.started(common.ago(nowMs - gunMs)) };
  }
  if (nowMs >= gunMs) {
    const at = common.dates.clockAt(gunMs, nowMs, config.timeZone);
    return { headline: finding.notSeen, note: runner.raceStarted(at) };
  }
  const day = common.dates.day(gunMs, config.timeZone);
  const isToday = day === common.dates.day(nowMs, config.timeZone);
  return {
    headline: runner.startsAt,
    figure: common.dates.clock(gunMs, config.timeZone),
    note: isToday ? runner.startsIn(common.age(gunMs - nowMs)) : runner.startsOn(day),
  };
}

/** The moment at a time since the runner's start; undefined if the start is unknown. */
function momentOf(
  { startedAtMs }: Pick<UnrankedResult, 'startedAtMs'>,
  elapsedMs: number,
): EpochMs | undefined {
  return startedAtMs === null ? undefined : startedAtMs + elapsedMs;
}

/** `≈ 13:40`, `≈ Sat 13:40`; undefined if the start is unknown. */
export function describeExpectedClock(
  result: UnrankedResult,
  elapsedMs: number,
  { texts, config, nowMs }: StatusContext,
): string | undefined {
  const moment = momentOf(result, elapsedMs);
  if (moment === undefined) return undefined;
  return `≈\u00A0${writeExpected(texts.common.dates, moment, nowMs, config.timeZone)}`;
}

/** `13:20 and 13:50`; undefined if the start is unknown. */
export function describeRange(
  { startedAtMs }: Pick<UnrankedResult, 'startedAtMs'>,
  { earliestMs, latestMs }: ExpectedStage,
  { texts, config, nowMs }: StatusContext,
): string | undefined {
  if (startedAtMs === null) return undefined;
  const ends = [startedAtMs + earliestMs, startedAtMs + latestMs] as const;
  return texts.runner.range(...writeRange(texts.common.dates, ends, nowMs, config.timeZone));
}

function describeExpected(
  result: UnrankedResult,
  finish: ExpectedStage | undefined,
  context: StatusContext,
): Omit<StatusText, 'headline'> {
  const { texts, config, nowMs } = context;
  const { startedAtMs } = result;
  if (startedAtMs === null) return {};
  const outMs = nowMs - startedAtMs;
  const clock = isClosedFor(result.events, config)
    ? {}
    : { figure: formatRaceClock(outMs), isRunning: true };
  const range = finish && describeRange(result, finish, context);
  if (!finish || range === undefined) return clock;
  if (isLongPast(finish, outMs)) return { note: texts.runner.wasExpected(range) };
  // No clock time in the past is called expected.
  if (outMs > finish.latestMs) return { ...clock, note: texts.runner.wasExpected(range) };
  return {
    ...clock,
    expected: describeExpectedClock(result, finish.elapsedMs, context),
    note: texts.runner.expectedFinish(range, texts.runner.basis(finish.basis)),
  };
}

/** `at 13:40`, `Sat at 13:40`: when a runner finished; empty if unknown or in the future (SCREENS.md AR5). */
export function describeFinishClock(
  result: UnrankedResult,
  { texts, config, nowMs }: StatusContext,
): string {
  const moment = momentOf(result, result.totalMs ?? 0);
  if (moment === undefined || isYetToCome(moment, nowMs)) return '';
  return texts.common.dates.clockAt(moment, nowMs, config.timeZone);
}
