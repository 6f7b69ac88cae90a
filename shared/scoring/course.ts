import type { EventCode } from '../model/event.ts';
import type { TimePoint } from '../model/time-point.ts';
import { CHECKPOINTS } from '../model/time-point.ts';

/** A checkpoint of a course and the stage name it goes by. */
export interface Stage {
  /** 0 for `cp1` (`checkPointOne`) … 5 for `cp6`. */
  readonly slot: number;
  /** Which of the configured `wayPoints` names it. */
  readonly wayPointIndex: number;
}

/** A timed climb: from the scan at `start` to the next scan at `end`. */
export interface KomSegment {
  readonly start: TimePoint;
  readonly end: TimePoint;
  readonly events: readonly EventCode[];
}

/** KOM 1 (WOD) and KOM 2 (CarnIngli), in the order of `komsMs` (RULES.md CP1). */
export const KOM_SEGMENTS: readonly KomSegment[] = [
  { start: 'kom1-start', end: 'kom1-end', events: ['UB'] },
  { start: 'kom2-start', end: 'kom2-end', events: ['PB', 'UB'] },
];

const STAGES: Readonly<Record<EventCode, readonly Stage[]>> = {
  BB: [{ slot: 0, wayPointIndex: 0 }],
  PB: [
    { slot: 0, wayPointIndex: 0 },
    { slot: 1, wayPointIndex: 1 },
    { slot: 2, wayPointIndex: 2 },
    { slot: 3, wayPointIndex: 3 },
  ],
  UB: [
    { slot: 1, wayPointIndex: 1 },
    { slot: 2, wayPointIndex: 2 },
    { slot: 3, wayPointIndex: 3 },
    { slot: 4, wayPointIndex: 5 },
    { slot: 5, wayPointIndex: 4 },
  ],
};

const COURSES: Readonly<Record<EventCode, ReadonlySet<TimePoint>>> = {
  BB: new Set(pointsOf('BB')),
  PB: new Set(pointsOf('PB')),
  UB: new Set(pointsOf('UB')),
};

/** The checkpoints of an event with their stage names, in the order they are shown. */
export function stagesOf(event: EventCode): readonly Stage[] {
  return STAGES[event];
}

/** Every time point of an event: start, its checkpoints, its KOM segments, finish (RULES.md CP1). */
export function courseOf(event: EventCode): ReadonlySet<TimePoint> {
  return COURSES[event];
}

function pointsOf(event: EventCode): TimePoint[] {
  const checkpoints = CHECKPOINTS.filter((_, slot) =>
    STAGES[event].some((stage) => stage.slot === slot),
  );
  const climbs = KOM_SEGMENTS.filter((segment) => segment.events.includes(event));
  return [
    'start',
    ...checkpoints,
    ...climbs.flatMap((segment) => [segment.start, segment.end]),
    'finish',
  ];
}
