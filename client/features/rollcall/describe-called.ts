import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Report, ReportKind, StopReason } from '#shared/model/report.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { RollCallState } from '#shared/scoring/roll-call.ts';
import {
  describePoint,
  describeSince,
  describeTime,
  type SightClock,
} from '#client/organisers/runners/describe-last-seen.ts';
import type { CalledRunner } from '#client/organisers/rollcall/roll-call.ts';
import type { Lateness } from '#client/organisers/rollcall/use-expected-times.ts';
import type { RunnerGroup, Shown } from './roll-call-view.ts';

/** By what everything on the screen is said. */
export interface RollCallClock extends SightClock {
  readonly config: RaceConfig;
}

export const STATE_NAMES: Readonly<Record<RollCallState, string>> = {
  'no-band': 'No band',
  'never-seen': 'Never seen',
  'did-not-start': 'Did not start',
  'on-course': 'On course',
  finished: 'Finished',
  'out-safe': 'Out, safe',
  'out-not-safe': 'Out, not safe',
};

export const REASON_NAMES: Readonly<Record<StopReason, string>> = {
  retired: 'Retired',
  injured: 'Injured',
  ill: 'Ill',
  'timed-out': 'Timed out',
  other: 'Other',
};

/** `15:02`, with the date unless it is today's. */
export function shortTime(atMs: EpochMs, { config, today }: RollCallClock): string {
  return describeTime(atMs, config.timeZone, today).replace(/:\d\d$/, '');
}

/** What stands on a tile. */
export function nameTile(shown: Shown, config: RaceConfig): string {
  if (!shown.startsWith('after-')) return STATE_NAMES[shown as RollCallState];
  const point = shown.slice('after-'.length);
  return point === 'start' ? 'Start' : `after ${describePoint(point, config)}`;
}

export function nameGroup({ heading, rows }: RunnerGroup, config: RaceConfig): string {
  switch (heading.kind) {
    case 'not-safe':
      return 'Out, not accounted for';
    case 'contradictions':
      return 'Does not fit together';
    case 'found':
      return 'Found';
    case 'state':
      return STATE_NAMES[heading.state];
    case 'leg': {
      const events = new Set(rows.map(({ runner }) => runner.event));
      const [event] = events.size === 1 ? events : [];
      const [from, to] = [heading.from, heading.to].map((point) =>
        describePoint(point, config, event),
      );
      return `Between ${from} and ${to}`;
    }
    default:
      return heading satisfies never;
  }
}

/** How long ago and where they were last, by a mat or by somebody's word. */
export function describeLast(
  { runner, sight, lastWord, reports, state }: CalledRunner,
  clock: RollCallClock,
): { readonly age: string; readonly where: string } {
  const { config, nowMs } = clock;
  if (lastWord?.by === 'report' && lastWord.atMs >= (sight?.lastTime ?? -Infinity)) {
    const report = reports.find(
      ({ kind, atMs }) => (kind === 'seen' || kind === 'stopped') && atMs === lastWord.atMs,
    );
    const at = lastWord.point ? describePoint(lastWord.point, config, runner.event) : 'Seen';
    const by = report ? `, says ${report.saidBy ?? nameOf(report.by)}` : '';
    return {
      age: describeSince(nowMs - lastWord.atMs),
      where: `${at}, ${shortTime(lastWord.atMs, clock)}${by}`,
    };
  }
  if (sight) {
    const points = sight.lastPoint.split(',').map((at) => describePoint(at, config, runner.event));
    return {
      age: describeSince(nowMs - sight.lastTime),
      where: `${points.join(' + ')}, ${shortTime(sight.lastTime, clock)}`,
    };
  }
  if (state === 'on-course') return { age: '', where: 'started with the gun, never seen' };
  return {
    age: '',
    where: state === 'never-seen' || state === 'did-not-start' ? 'never seen' : '',
  };
}

/** `expected Cerrig (CP3) 13:10`, and `115 min late` once that is past. */
export function describeExpected(
  { point, expectedMs, lateMs }: Lateness,
  { runner }: CalledRunner,
  clock: RollCallClock,
): { readonly when: string; readonly late: string } {
  const minutes = Math.floor(lateMs / MINUTE_MS);
  return {
    when: `expected ${describePoint(point, clock.config, runner.event)} ${shortTime(expectedMs, clock)}`,
    late: minutes < 1 ? '' : `${minutes} min late`,
  };
}

/** The part of an e-mail address before the @. */
export function nameOf(email: string): string {
  return email.replace(/@.*/, '');
}

/** `retired at Cerrig (CP3), not accounted for`: what a report says. */
export function describeReport(
  report: Pick<Report, 'kind' | 'point' | 'reason' | 'isSafe' | 'text'>,
  place: (point: TimePoint) => string,
): string {
  const { kind, point, reason = 'retired', isSafe, text } = report;
  const at = point ? ` at ${place(point)}` : '';
  const told = {
    seen: `seen${at}`,
    stopped: `${STOP_WORDS[reason]}${at}, ${isSafe ? 'accounted for' : 'not accounted for'}`,
    safe: 'safe',
    note: '',
  }[kind];
  return [told, text].filter(Boolean).join(': ');
}

const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  retired: 'retired',
  injured: 'stopped injured',
  ill: 'stopped ill',
  'timed-out': 'timed out',
  other: 'stopped',
};

/** What each report is called on its button, and in its dialog. */
export const REPORT_NAMES: Readonly<Record<ReportKind, string>> = {
  seen: 'Seen',
  stopped: 'Retired',
  safe: 'Safe',
  note: 'Note',
};

/** What does not go together, in a sentence. */
export function describeContradiction(
  called: CalledRunner,
  finishMs: EpochMs | undefined,
  clock: RollCallClock,
): string {
  const { contradiction, lastWord, runner } = called;
  const at = lastWord?.point
    ? ` at ${describePoint(lastWord.point, clock.config, runner.event)}`
    : '';
  const last = lastWord ? ` ${shortTime(lastWord.atMs, clock)}` : '';
  switch (contradiction) {
    case 'seen-although-dns':
      return `DNS, but seen${at}${last}.`;
    case 'finished-although-dnf':
      return `DNF, but read at the finish${finishMs === undefined ? '' : ` ${shortTime(finishMs, clock)}`}.`;
    case 'read-after-stop':
      return `Read${at}${last}, after they had stopped.`;
    case undefined:
      return '';
    default:
      return contradiction satisfies never;
  }
}
