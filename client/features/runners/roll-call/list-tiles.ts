import { type CalledRunner, type EventRollCall, findPlace } from '#shared/control/roll-call.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';

import { type Shown, routeOf } from './roll-call-view.ts';

/** A number of the roll-call that can be pressed to see the runners. */
export interface Tile {
  readonly view: Shown;
  readonly count: number;
  /** How many of them are past the time at which nine of ten would be there. */
  readonly overdue: number;
}

/** How many are after each point of the courses, and in each other state; where nobody is has a tile only while it is chosen. */
export function listTiles(
  events: readonly EventRollCall[],
  isOverdue: (called: CalledRunner) => boolean,
  points: readonly TimePoint[],
  chosen: Shown,
): readonly Tile[] {
  const after = new Map<TimePoint, { count: number; overdue: number }>();
  for (const point of points) {
    const isPassed = events.some(({ called }) => routeOf(called).includes(point));
    if (isPassed && point !== 'finish') after.set(point, { count: 0, overdue: 0 });
  }
  for (const called of events.flatMap((event) => event.called)) {
    const tile = called.state === 'on-course' ? after.get(findPlace(called) ?? 'start') : undefined;
    if (!tile) continue;
    tile.count += 1;
    if (isOverdue(called)) tile.overdue += 1;
  }
  const sum = (state: RollCallState): number =>
    events.reduce((all, { counts }) => all + counts[state], 0);
  const states: readonly RollCallState[] = [
    'finished',
    'out-safe',
    'out-not-safe',
    'did-not-start',
    'withdrawn',
    'to-start',
    'never-seen',
    'no-band',
  ];
  const all: readonly Tile[] = [
    ...Array.from(after, ([point, tile]) => ({ view: `after-${point}` as const, ...tile })),
    ...states.map((state) => ({ view: state, count: sum(state), overdue: 0 })),
  ];
  return all.filter(({ view, count }) => count > 0 || view === chosen);
}
