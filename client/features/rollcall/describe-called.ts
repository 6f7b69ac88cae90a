import type { RaceConfig } from '#shared/model/race-config.ts';
import { findCheckIn } from '#shared/model/report.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { RollCallState } from '#shared/scoring/call-runner.ts';
import { describePoint, describeSince } from '#client/organisers/runners/describe-last-seen.ts';
import {
  describeCutOff,
  nameOrganiser,
  type RollCallClock,
  shortTime,
  STATE_NAMES,
} from '#client/organisers/rollcall/describe-called.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { Lateness } from '#shared/control/lateness.ts';
import type { RunnerGroup, Shown } from './roll-call-view.ts';

export function nameTile(shown: Shown, config: RaceConfig): string {
  if (!shown.startsWith('after-')) return STATE_NAMES[shown as RollCallState];
  const point = shown.slice('after-'.length);
  return point === 'start' ? 'Start' : `after ${describePoint(point, config)}`;
}

export function nameGroup({ heading, rows }: RunnerGroup, clock: RollCallClock): string {
  const { config } = clock;
  switch (heading.kind) {
    case 'not-safe':
      return 'Out, not accounted for';
    case 'contradictions':
      return 'Does not fit together';
    case 'cut-off':
      return describeCutOff(heading.group, clock);
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

/** Where and how long ago they were last, by a mat or a report. */
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
    const by = report ? `, says ${report.saidBy ?? nameOrganiser(report.by)}` : '';
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
  const checkIn = findCheckIn(reports);
  const before = checkIn ? `checked in ${shortTime(checkIn.atMs, clock)}, ` : '';
  if (state === 'on-course') return { age: '', where: `${before}started with the gun, never seen` };
  if (state === 'to-start') return { age: '', where: `${before}yet to start` };
  const saysNeverSeen =
    before !== '' || ['never-seen', 'did-not-start', 'withdrawn'].includes(state);
  return { age: '', where: saysNeverSeen ? `${before}never seen` : '' };
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
