import { setImmediate as yieldOnce } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentListedRunner } from '#server/race/present-admin-runner.ts';
import { presentSight } from '#server/race/present-missing.ts';
import { expectNext, type RaceForecasts } from '#server/race/race-forecasts.ts';
import { isAlarm } from '#shared/control/alarms.ts';
import { type CalledRunner, callEveryone, type KnownMissing } from '#shared/control/roll-call.ts';
import { listToDo, type ToDo } from '#shared/control/to-do.ts';
import { isDismissed } from '#shared/model/dismissal.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findStartPhases } from '#shared/scoring/start-phase.ts';
import { countStates } from '#shared/scoring/whereabouts.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type { LastSeenBody } from '#shared/wire/missing-api.ts';

/** This many take a few milliseconds. */
const RUNNERS_A_STEP = 200;
/** A closed race has the same runners on course as an open one. */
const NOT_CLOSED = { closed: false, closedEvents: {} };

/**
 * The alarms on the list of race control (SCREENS.md SY4), the worst first; in steps for a large field. Undefined when
 * the record has been replaced.
 */
export async function findAlarms(
  race: LiveRace,
  forecasts: Pick<RaceForecasts, 'findAll'>,
  nowMs: EpochMs,
): Promise<readonly ToDo[] | undefined> {
  const { config, massStarts, head } = race;
  const { courses } = race.standings;
  const prepared = await forecasts.findAll();
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
      if (isOfUse(called)) byId.set(runnerId, called);
    }
    for (const { runnerId, event } of runners) {
      const result = race.standings.find(runnerId);
      if (!result) continue;
      noteReads(result, lastReads, courses);
      const forecast = byId.has(runnerId) && result.status === 'racing' && prepared.get(event);
      const expected = forecast && expectNext(result, forecast, nowMs, courses);
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
    notices: missing.notices,
    toCheck: 0,
    strangeBands,
    rules,
    control: missing.listControl(),
    nowMs,
  });
  return open.filter(isAlarm);
}

/** No other runner needs anybody, unless a marshal may have seen them. */
function isOfUse({ state, contradiction, reports }: CalledRunner): boolean {
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
    if (sight) sights.set(runnerId, presentSight(sight));
    const seenOut = missing.findOutSeen(runnerId);
    if (seenOut) seenOuts.set(runnerId, presentSight(seenOut));
    const finishMs = missing.findDnfFinish(runnerId);
    if (finishMs !== undefined) dnfFinishes.set(runnerId, finishMs);
  }
  const runnerIds = runners.flatMap(({ runnerId }) =>
    missing.runnerIds.has(runnerId) ? [runnerId] : [],
  );
  return { runnerIds, sights, seenOuts, dnfFinishes };
}

/** The last relevant moment at which somebody was at a point. */
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
