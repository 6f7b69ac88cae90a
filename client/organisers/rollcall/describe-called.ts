import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  findCheckIn,
  type Report,
  type ReportKind,
  type StopReason,
} from '#shared/model/decisions.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import {
  describePoint,
  describeSightPlace,
  describeSince,
  describeStop,
  describeTime,
} from '../runners/describe-last-seen.ts';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { RaceClock, RaceDay } from '../lists/race-clock.tsx';

/** `306 Mair Ellis`. */
export function nameCalled({ runner }: Pick<CalledRunner, 'runner'>): string {
  const name = `${runner.firstName} ${runner.lastName}`.trim() || 'No name';
  return `${runner.bibNumber} ${isolateText(name)}`.trim();
}

const MARSHAL_FORM = /^(?<name>.+), marshal at (?<code>\S+)$/;

/** `anna`, from an e-mail address; a marshal as {@link nameSource} does. */
export function nameOrganiser(by: string, config: RaceConfig): string {
  return nameSource(by.replace(/^(\S+)@\S+$/, '$1'), config);
}

/** `Dai, marshal at Cerrig`, from a name with the code of the point; anybody else as given. */
export function nameSource(who: string, config: RaceConfig): string {
  const { name = '', code } = MARSHAL_FORM.exec(who)?.groups ?? {};
  if (code === undefined) return isolateText(who);
  return `${isolateText(name)}, marshal at ${describePoint(code.toLowerCase(), config)}`;
}

/** `15:02`, with the date unless it is today's. */
export function shortTime(atMs: EpochMs, { config, today }: RaceDay): string {
  return describeTime(atMs, config.timeZone, today).replace(/:\d\d$/, '');
}

/** The time of a read or report, with a note if it is in the future. */
export function describeSeenTime(atMs: EpochMs, clock: RaceClock): string {
  const time = shortTime(atMs, clock);
  return isYetToCome(atMs, clock.nowMs) ? `${time} (in the future: its clock is ahead)` : time;
}

/** `Cerrig closed 14:00`; `missed Yard 4, 14:00` for a runner put out by a lap. */
export function describePast(
  {
    event,
    at,
    closedMs,
    isOutByLap,
  }: Pick<CutOffGroup, 'event' | 'at' | 'closedMs' | 'isOutByLap'>,
  clock: RaceClock,
): string {
  const point = describeStop(at, clock.config, event);
  const closed = shortTime(closedMs, clock);
  return isOutByLap ? `missed ${point}, ${closed}` : `${point} closed ${closed}`;
}

const MOST_NAMED = 6;

/**
 * `Cerrig closed 14:00: 3 not through`, or `1 reported there later` (RULES.md CU2); `Out, missed Yard 4, 14:00:
 * 12 Ann Rees, 31 Jo Lee` for runners put out by a lap (RK16).
 */
export function describeCutOff(
  { runners, isReportedLate, ...past }: CutOffGroup,
  clock: RaceClock,
): string {
  const what = describePast(past, clock);
  if (past.isOutByLap) {
    const names = runners
      .slice(0, MOST_NAMED)
      .map((called) => nameCalled(called))
      .join(', ');
    const more = runners.length - MOST_NAMED;
    return `Out, ${what}: ${names}${more > 0 ? ` and ${more} more` : ''}`;
  }
  return `${what}: ${runners.length} ${isReportedLate ? 'reported there later' : 'not through'}`;
}

/** The contradiction (RULES.md RC5): `DNF, but read at the finish 13:20`; empty for none. */
export function describeContradiction(called: CalledRunner, clock: RaceClock): string {
  const { contradiction, finishMs, lastSighting, reports, runner } = called;
  const at = lastSighting?.point
    ? ` at ${describePoint(lastSighting.point, clock.config, runner.event)}`
    : '';
  const seen =
    finishMs === undefined
      ? `seen${at}${lastSighting ? ` ${describeSeenTime(lastSighting.atMs, clock)}` : ''}`
      : `read at the finish ${describeSeenTime(finishMs, clock)}`;
  switch (contradiction) {
    case 'seen-although-dns':
      return `${reports.some(({ kind }) => kind === 'withdrawn') ? 'Withdrawn' : 'DNS'}, but ${seen}`;
    case 'finished-although-dnf':
      return `${runner.disqualified ? 'DSQ' : 'DNF'}, but ${seen}`;
    case 'read-after-stop': {
      const { disqualified } = runner;
      if (disqualified) return `Disqualified ${shortTime(disqualified.atMs, clock)}, but ${seen}`;
      const stop = reports.find(({ kind }) => kind === 'stopped');
      return `Stopped${stop ? ` ${shortTime(stop.atMs, clock)}` : ''}, but ${seen}`;
    }
    case undefined:
      return '';
    default:
      return contradiction satisfies never;
  }
}

/** `Disqualified 15:02 by anna: left the course at CP3`; undefined otherwise. */
export function describeDisqualified(
  { disqualified }: CalledRunner['runner'],
  clock: RaceClock,
): string | undefined {
  if (!disqualified) return undefined;
  const { atMs, by, rule } = disqualified;
  const decided = `Disqualified ${shortTime(atMs, clock)} by ${nameOrganiser(by, clock.config)}`;
  // Empty for viewers: the server withholds it from them.
  return rule === '' ? decided : `${decided}: ${isolateText(rule)}`;
}

export const STATE_NAMES: Readonly<Record<RollCallState, string>> = {
  'no-band': 'No band',
  'to-start': 'Yet to start',
  'never-seen': 'Never seen',
  'did-not-start': 'Did not start',
  withdrawn: 'Withdrawn',
  'on-course': 'On course',
  finished: 'Finished',
  'out-safe': 'Out, accounted for',
  'out-not-safe': 'Out, not accounted for',
};

export const REASON_NAMES: Readonly<Record<StopReason, string>> = {
  retired: 'Retired',
  injured: 'Injured',
  ill: 'Ill',
  'timed-out': 'Timed out',
  other: 'Other',
};

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  retired: 'retired',
  injured: 'stopped injured',
  ill: 'stopped ill',
  'timed-out': 'timed out',
  other: 'stopped',
};

/** A report in words, to follow a colon: `retired at Cerrig, not accounted for, “cramp”`. */
export function describeReport(
  report: Pick<Report, 'kind' | 'isTimed' | 'point' | 'reason' | 'isSafe' | 'text'>,
  place: (point: TimePoint) => string,
): string {
  const { kind, isTimed, point, reason = 'other', isSafe, text = '' } = report;
  const at = point ? ` at ${place(point)}` : '';
  const reported = {
    'checked-in': 'checked in',
    withdrawn: 'withdrawn before the start',
    seen: `${isTimed ? 'timed by hand' : 'seen'}${at}`,
    stopped: `${STOP_WORDS[reason]}${at}, ${isSafe ? '' : 'not '}accounted for`,
    safe: 'safe',
    note: '',
  }[kind];
  if (text === '') return reported;
  const typed = isolateText(text);
  if (reported === '') return typed;
  return kind === 'safe' ? `${reported}, ${typed}` : `${reported}, “${typed}”`;
}

export const REPORT_NAMES: Readonly<Record<ReportKind, string>> = {
  'checked-in': 'Checked in',
  withdrawn: 'Withdrawn',
  seen: 'Seen',
  stopped: 'Retired',
  safe: 'Safe',
  note: 'Note',
};

/** The person who reported it, else the organiser. */
function nameReporter({ saidBy, by }: Report, config: RaceConfig): string {
  return saidBy === undefined ? nameOrganiser(by, config) : nameSource(saidBy, config);
}

/** The last place and how long ago, by a mat or a report. */
export function describeLast(
  { runner, sight, lastSighting, reports, state }: CalledRunner,
  clock: RaceClock,
): { readonly age: string; readonly where: string } {
  const { config, nowMs } = clock;
  if (lastSighting?.by === 'report' && lastSighting.atMs >= (sight?.lastTime ?? -Infinity)) {
    const report = reports.find(
      ({ kind, atMs }) => (kind === 'seen' || kind === 'stopped') && atMs === lastSighting.atMs,
    );
    const at = lastSighting.point
      ? describePoint(lastSighting.point, config, runner.event)
      : 'Seen';
    const by = report ? `, says ${nameReporter(report, config)}` : '';
    return {
      age: describeSince(nowMs - lastSighting.atMs),
      where: `${at}, ${shortTime(lastSighting.atMs, clock)}${by}`,
    };
  }
  if (sight) {
    return {
      age: describeSince(nowMs - sight.lastTime),
      where: `${describeSightPlace(sight, config, runner.event)}, ${describeSeenTime(sight.lastTime, clock)}`,
    };
  }
  const checkIn = findCheckIn(reports);
  const before = checkIn ? `checked in ${shortTime(checkIn.atMs, clock)}, ` : '';
  if (state === 'on-course') return { age: '', where: `${before}started with the gun, never seen` };
  if (state === 'to-start') return { age: '', where: `${before}yet to start` };
  const saysNeverSeen =
    before !== '' || ['never-seen', 'did-not-start', 'withdrawn'].includes(state);
  return { age: '', where: saysNeverSeen ? `${before}never seen` : '' };
}
