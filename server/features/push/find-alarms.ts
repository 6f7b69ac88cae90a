import { setImmediate as yieldOnce } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentListedRunner } from '#server/race/present-runner.ts';
import { expectNext, type RaceForecasts } from '#server/race/race-forecasts.ts';
import { type CalledRunner, callEveryone, type KnownMissing } from '#shared/control/roll-call.ts';
import { isAlarm, nameAlarm, listToDo, type ToDo } from '#shared/control/to-do.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import { isDismissed } from '#shared/model/decisions.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { codeCheckpoint, findPointName } from '#shared/scoring/course.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { findStartPhases } from '#shared/scoring/start-phase.ts';
import { countStates } from '#shared/scoring/whereabouts.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type { LastSeenBody, Notice } from '#shared/wire/missing-api.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

/** A few milliseconds' work. */
const RUNNERS_A_STEP = 200;
/** After closing, runners on course are still on course. */
const NOT_CLOSED = { closed: false, closedEvents: {} };

/**
 * The alarms on the list of race control (SCREENS.md SY4), the worst first, computed in steps. Undefined if the record is
 * replaced before the end.
 */
export async function findAlarms(
  race: LiveRace,
  forecasts: Pick<RaceForecasts, 'find'>,
  nowMs: EpochMs,
): Promise<readonly ToDo[] | undefined> {
  const { config, massStarts, head } = race;
  const { courses } = race.standings;
  const rules = scoringRulesOf(config);
  const phaseOf = findStartPhases({ ...NOT_CLOSED, massStarts }, rules, nowMs);
  const byId = new Map<string, CalledRunner>();
  const times = new Map<string, ExpectedRunner>();
  const lastReads = new Map<TimePoint, EpochMs>();
  const everyone = [...race.listRunners()];
  for (let from = 0; from < everyone.length; from += RUNNERS_A_STEP) {
    const runners = everyone.slice(from, from + RUNNERS_A_STEP);
    const listed = runners.map((one) => presentListedRunner(one, race.reports.of(one.runnerId)));
    for (const [runnerId, called] of callEveryone(
      listed,
      describeMissing(runners, race),
      phaseOf,
      courses,
    ).byId) {
      if (canRaiseAlarm(called)) byId.set(runnerId, called);
    }
    for (const { runnerId, event } of runners) {
      const result = race.standings.find(runnerId);
      if (!result) continue;
      noteReads(result, lastReads, courses);
      if (!byId.has(runnerId) || result.status !== 'racing') continue;
      const expected = expectNext(result, forecasts.find(event), nowMs, courses);
      if (expected) times.set(runnerId, expected);
    }
    await yieldOnce();
  }
  if (race.head.epoch !== head.epoch) return undefined;
  const { missing } = race;
  const strangeBands = missing.listUnassigned().filter(({ bandId, scans }) => {
    const dismissal = missing.findDismissal(bandId);
    return !dismissal || !isDismissed(dismissal, scans);
  }).length;
  const { open } = listToDo({
    rollCall: { byId, events: [], counts: countStates([]) },
    times,
    lastReads,
    notices: race.notices,
    toCheck: 0,
    strangeBands,
    rules,
    control: missing.listControl(),
    nowMs,
  });
  return open.filter(isAlarm);
}

/** Reported runners count too: a marshal's sighting may be of them. */
function canRaiseAlarm({ state, contradiction, reports }: CalledRunner): boolean {
  const isOut = state === 'on-course' || state === 'out-not-safe';
  const isReported = reports.some(({ kind }) => kind !== 'checked-in');
  return isOut || contradiction !== undefined || isReported;
}

function describeMissing(runners: readonly Runner[], { missing }: LiveRace): KnownMissing {
  const sights = new Map<string, LastSeenBody>();
  const seenOuts = new Map<string, LastSeenBody>();
  const dnfFinishes = new Map<string, EpochMs>();
  for (const { runnerId } of runners) {
    const sight = missing.findLastSeen(runnerId);
    if (sight) sights.set(runnerId, sight);
    const seenOut = missing.findOutSeen(runnerId);
    if (seenOut) seenOuts.set(runnerId, seenOut);
    const finishMs = missing.findDnfFinish(runnerId);
    if (finishMs !== undefined) dnfFinishes.set(runnerId, finishMs);
  }
  const runnerIds = runners.flatMap(({ runnerId }) =>
    missing.runnerIds.has(runnerId) ? [runnerId] : [],
  );
  return { runnerIds, sights, seenOuts, dnfFinishes };
}

/** Keeps the latest counted read of each point. */
function noteReads(
  result: UnrankedResult,
  lastReads: Map<TimePoint, EpochMs>,
  courses: Courses,
): void {
  const { startedAtMs, events } = result;
  if (startedAtMs === null) return;
  const points = courses.routeOf(events);
  for (const [at, stage] of stagePointsOf(events, courses).entries()) {
    const point = points[at + 1];
    const elapsedMs = timeAt(result, stage);
    if (point === undefined || elapsedMs === null) continue;
    lastReads.set(point, Math.max(lastReads.get(point) ?? -Infinity, startedAtMs + elapsedMs));
  }
}

/** More alarms at once become one message. */
const MOST_ALONE = 3;

/** The messages for new alarms (PROTOCOL.md WP14). */
export function describeAlarms(alarms: readonly ToDo[], config: RaceConfig): PushMessage[] {
  const { control } = ORGANISERS_SCREENS;
  const title = `Race control · ${config.pageTitle}`;
  const make = (about: string, body: string, address: string): PushMessage => {
    return { tag: about, about, title, body, language: 'en', address, stop: 'Stop these alarms' };
  };
  if (alarms.length > MOST_ALONE) {
    const texts = alarms.map((alarm) => describeAlarm(alarm, config));
    return [make('alarms', `${alarms.length} new: ${texts.join('; ')}`, control)];
  }
  return alarms.map((alarm) => {
    const item = encodeURIComponent(alarm.subject);
    return make(nameAlarm(alarm), describeAlarm(alarm, config), `${control}?item=${item}`);
  });
}

/** Short, and with bib and first name only: the message leaves the service. */
function describeAlarm(toDo: ToDo, config: RaceConfig): string {
  switch (toDo.kind) {
    case 'out-not-safe':
      return `${nameRunner(toDo.called.runner)} is out, not accounted for`;
    case 'out-at-closing':
      return `${nameRunner(toDo.called.runner)} is on course, though the race is closed`;
    case 'overdue': {
      const { runner } = toDo.called;
      return `${nameRunner(runner)} is overdue at ${namePoint(toDo.lateness.point, config, runner.event)}`;
    }
    case 'silent-point':
      return `${namePoint(toDo.point, config)}: ${toDo.runners.length} are expected, but nobody is read. Is the mat working?`;
    case 'notice':
      return describeNotice(toDo.notice);
    case 'sighting': {
      const { sighting, point } = toDo.seen;
      return `${namePoint(point, config)}: ${sighting.bib} ${sighting.kind}. Who was it?`;
    }
    case 'strange-bands':
      return `${toDo.count} bands assigned to nobody`;
    // Not alarms.
    case 'contradiction':
    case 'past-cut-off':
    case 'in-by-laps':
    case 'never-seen':
    case 'checked-in-unseen':
    case 'to-check':
      return toDo.subject;
    default:
      return toDo satisfies never;
  }
}

function describeNotice(notice: Notice): string {
  if (notice.kind === 'problem') return notice.text;
  if (!('source' in notice)) return 'Something is wrong with the service';
  if (notice.kind === 'silent-source') return `The scanner ${notice.source} is silent`;
  if (notice.kind === 'reader' && notice.awaySinceMs !== undefined)
    return `The reader at ${notice.source} is not connected`;
  if (notice.kind === 'reader' && notice.isBatteryLow)
    return `The battery of the reader at ${notice.source} is low`;
  if (notice.kind === 'sources-swapped')
    return `${notice.source} and ${notice.other} seem to be at each other’s point`;
  if (notice.kind === 'clock-suspected' && notice.rival !== undefined)
    return `Check the clocks of ${notice.source} and ${notice.rival}`;
  return `Check the clock of ${notice.source}`;
}

/** `306 Mair`, or the bib alone for a private runner. */
function nameRunner({ bibNumber, firstName, isPrivate }: AdminRunner): string {
  const name = isPrivate ? bibNumber : `${bibNumber} ${firstName}`.trim();
  return name === '' ? 'A runner without a bib' : name;
}

function namePoint(point: TimePoint, config: RaceConfig, event?: EventCode): string {
  const slot = coursesOf(config).slotOf(point);
  if (slot === -1) return `the ${point}`;
  return findPointName(point, config, event) ?? codeCheckpoint(slot, config);
}
