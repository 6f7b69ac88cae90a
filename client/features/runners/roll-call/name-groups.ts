import type { RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';
import { describePoint, describeStop } from '#client/organisers/runners/describe-last-seen.ts';
import {
  describeCutOff,
  shortTime,
  STATE_NAMES,
} from '#client/organisers/rollcall/describe-called.ts';
import type { CalledRunner, Lateness } from '#shared/control/roll-call.ts';
import { NOT_SEEN_MINUTES, type RunnerGroup, type Shown } from './roll-call-view.ts';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

export function nameTile(shown: Shown, config: RaceConfig): string {
  if (shown === 'start-line') return 'Start line';
  if (shown === 'unseen') return `Not seen for ${NOT_SEEN_MINUTES} min`;
  if (shown === 'past-cut-off') return 'Past a cut-off';
  if (!shown.startsWith('after-')) return STATE_NAMES[shown as RollCallState];
  const point = shown.slice('after-'.length);
  return point === 'start' ? 'Start' : `After ${describePoint(point, config)}`;
}

export function nameGroup({ heading, rows }: RunnerGroup, clock: RaceClock): string {
  const { config } = clock;
  switch (heading.kind) {
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
      const [event = heading.event] = events.size === 1 ? events : [];
      const { at } = heading;
      const [from, to] = [at, at + 1].map((stop) => describeStop(stop, config, event));
      return `Between ${from} and ${to}`;
    }
    default:
      return heading satisfies never;
  }
}

/** `expected Cerrig 13:10`, to the nearest minute (RULES.md XP7), and `115 min late` once that is past. */
export function describeExpected(
  { point, expectedMs, lateMs }: Lateness,
  { runner }: CalledRunner,
  clock: RaceClock,
): { readonly when: string; readonly late: string } {
  const minutes = Math.floor(lateMs / MINUTE_MS);
  const at = describePoint(point, clock.config, runner.event);
  return {
    when: `expected ${at} ${shortTime(expectedMs + MINUTE_MS / 2, clock)}`,
    late: minutes < 1 ? '' : `${minutes} min late`,
  };
}
