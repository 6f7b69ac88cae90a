import { keepWhole } from '#client/ui/keep-whole.ts';
import type { FollowedPerson } from '#client/spectators/find-followed.ts';
import { type ExpectedStage, isLongPast, lookAhead } from '#shared/forecast/forecast.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal, locateOnCourse } from '#shared/format/describe-result.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { type RaceConfig, isClosedFor } from '#shared/model/race-config.ts';
import type { StartListRow, UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { gunsOf } from '#shared/scoring/own-start.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { writeExpected } from '#shared/texts/dates.ts';
import type { Texts } from '#shared/texts/en.ts';

import { describeBehind, describeLivePlace } from '#client/spectators/describe-row.ts';

export interface FollowedContext {
  readonly standings: Standings;
  readonly config: RaceConfig;
  readonly texts: Pick<Texts, 'clock' | 'common' | 'finding' | 'following' | 'outcome'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  /** The place of a runner on course in the live order of their race. */
  readonly livePlaceOf: (result: UnrankedResult) => number | null;
  readonly expectFinish: (result: UnrankedResult) => ExpectedStage | undefined;
}

export interface FollowedText {
  readonly name: string;
  readonly place: string;
  /** The place is that of a finisher. */
  readonly isFinal: boolean;
  /** The race, and the last point seen. */
  readonly details: string;
  /** The time, or the expected clock time. */
  readonly main: string;
  readonly sub: string;
}

const UNPLACED = '–';

export function describeFollowed(person: FollowedPerson, context: FollowedContext): FollowedText {
  const { finding, following, common } = context.texts;
  if (person.kind === 'seen') return describeSeen(person.result, context);
  if (person.kind === 'awaited') {
    const { starter } = person;
    return {
      ...EMPTY,
      name: describeName(starter, common),
      details: joinParts([
        labelEvent(starter.events, context.config),
        isClosedFor(starter.events, context.config) ? finding.neverSeen : finding.notSeen,
      ]),
      sub: describeStart(starter, context),
    };
  }
  const { name, bibNumber } = person.runner;
  const details = person.isGone ? following.gone : '';
  return {
    ...EMPTY,
    name: describeName({ firstName: name, lastName: '', bibNumber }, common),
    details,
  };
}

const EMPTY = { place: UNPLACED, isFinal: false, main: '', sub: '' };

function describeSeen(result: UnrankedResult, context: FollowedContext): FollowedText {
  const { standings, config, texts, nowMs } = context;
  const { common, outcome } = texts;
  const { runnerId, startedAtMs } = result;
  const ranking = standings.courses.rankingOf(result.events);
  const race = labelEvent(result.events, config);
  const name = describeName(result, common);
  if (result.status === 'finished') {
    const groupPlace = standings.groupPlaceOf(runnerId);
    const sex = standings.courses.sexOf(result);
    const group = groupPlace
      ? `${common.ordinal(groupPlace, sex)} ${keepWhole(result.ageGroup)}`
      : '';
    return {
      name,
      place: String(standings.placeOf(runnerId) ?? UNPLACED),
      isFinal: true,
      details: joinParts([race, group]),
      main: describeTotal(result, outcome, ranking),
      sub: describeBehind(result, standings) ?? '',
    };
  }
  const seen = locateOnCourse(result, standings.courses);
  const point = seen ? labelCheckpoint(seen.slot, config, result.events) : outcome.started;
  const atMs = startedAtMs === null ? undefined : startedAtMs + (seen?.elapsedMs ?? 0);
  const ago = atMs === undefined || atMs > nowMs ? '' : common.ago(nowMs - atMs);
  if (result.status === 'dnf') {
    return {
      ...EMPTY,
      name,
      details: joinParts([race, seen && point]),
      main: describeTotal(result, outcome, ranking),
    };
  }
  return {
    name,
    place: describeLivePlace(context.livePlaceOf(result)),
    isFinal: false,
    details: joinParts([race, `${point} ${ago}`.trim()]),
    ...describeFinish(result, context, seen?.elapsedMs),
  };
}

/** The expected finish, else the time at the last point. */
function describeFinish(
  result: UnrankedResult,
  { texts, config, expectFinish, nowMs, standings }: FollowedContext,
  lastMs: DurationMs | undefined,
): Pick<FollowedText, 'main' | 'sub'> {
  const { common, following } = texts;
  const expected = result.startedAtMs === null ? undefined : expectFinish(result);
  const { rounding } = standings.courses.rankingOf(result.events);
  const last = { main: lastMs === undefined ? '' : formatElapsed(lastMs, rounding), sub: '' };
  if (!expected || result.startedAtMs === null) return last;
  const outMs = nowMs - result.startedAtMs;
  if (isLongPast(expected, outMs)) return last;
  const outlook = lookAhead(expected, outMs);
  if (outlook.isOverdue) {
    const latestMs = result.startedAtMs + outlook.latestMs;
    const latest = writeExpected(common.dates, latestMs, nowMs, config.timeZone);
    return { main: following.overdue, sub: following.wasExpected(latest) };
  }
  const finishMs = result.startedAtMs + outlook.elapsedMs;
  const spreadMs = (outlook.latestMs - outlook.earliestMs) / 2;
  const span = common.age(Math.max(MINUTE_MS, Math.ceil(spreadMs / MINUTE_MS) * MINUTE_MS));
  return {
    main: `≈\u00A0${writeExpected(common.dates, finishMs, nowMs, config.timeZone)}`,
    sub: following.finishWithin(span),
  };
}

/** `starts at 11:15`, by the runner's own gun (RULES.md ST12); empty after it. */
function describeStart(starter: StartListRow, { config, texts, nowMs }: FollowedContext): string {
  const { events: event } = starter;
  const startMs = gunsOf(config).gunOf({ ...starter, event });
  if (startMs === undefined || startMs <= nowMs || isClosedFor(event, config)) return '';
  return texts.clock.starts(texts.common.dates.clockAt(startMs, nowMs, config.timeZone));
}
