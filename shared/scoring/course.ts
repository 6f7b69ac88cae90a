import { COURSES, KOM_ROWS } from '../model/courses.ts';
import { type EventCode, byEvent, EVENTS } from '../model/event.ts';
import type { KomField, UnrankedResult } from '../model/result.ts';
import { type TimePoint, CHECKPOINTS } from '../model/time-point.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';

/**
 * The configured stage name of the checkpoint in a slot on the course of an event, else on the first course that has it; undefined without
 * one (RULES.md CP1, CP4).
 */
export function findCheckpointName(
  slot: number,
  { wayPoints }: Pick<RaceConfig, 'wayPoints'>,
  event?: EventCode,
): string | undefined {
  const courses = event === undefined ? EVENTS : [event, ...EVENTS];
  const stage = courses.flatMap(stagesOf).find((one) => one.slot === slot);
  return (stage && splitNames(wayPoints)[stage.wayPointIndex]) || undefined;
}

/** What a checkpoint goes by wherever it is shown to the public: its stage name, else its code. */
export function labelCheckpoint(
  slot: number,
  config: Pick<RaceConfig, 'wayPoints'>,
  event?: EventCode,
): string {
  return findCheckpointName(slot, config, event) ?? codeCheckpoint(slot);
}

/** The point of the checkpoint, in capitals. */
export function codeCheckpoint(slot: number): string {
  return (CHECKPOINTS[slot] ?? '').toUpperCase();
}

/** A checkpoint of a course and the stage name it goes by. */
export interface Stage {
  /** The index of the checkpoint in {@link CHECKPOINTS}. */
  readonly slot: number;
  /** Which of the configured `wayPoints` names it. */
  readonly wayPointIndex: number;
}

export type KomCode = (typeof KOM_ROWS)[number]['code'];

/** A timed climb: from the scan at `start` to the next scan at `end`. */
export interface KomSegment {
  /** Of its tab, too. */
  readonly code: KomCode;
  /** Its place in `komsMs`. */
  readonly index: number;
  /** The field of a result that has its time in seconds. */
  readonly field: KomField;
  readonly start: TimePoint;
  readonly end: TimePoint;
  /** Those that run it (RULES.md CP1). */
  readonly events: readonly EventCode[];
}

/** The climbs in the order of `komsMs`. */
export const KOM_SEGMENTS: readonly KomSegment[] = KOM_ROWS.map((row, index) => ({
  code: row.code,
  index,
  field: row.field,
  start: row.start,
  end: row.end,
  events: EVENTS.filter((event) => komsOf(event).includes(row.code)),
}));

const STAGES = byEvent((event): readonly Stage[] =>
  rowOf(event).stages.map(({ checkpoint, wayPoint }) => ({
    slot: CHECKPOINTS.indexOf(checkpoint),
    wayPointIndex: wayPoint,
  })),
);
const POINTS = byEvent((event): ReadonlySet<TimePoint> => {
  const climbs = KOM_SEGMENTS.filter(({ events }) => events.includes(event));
  return new Set([
    'start',
    ...rowOf(event).stages.map(({ checkpoint }) => checkpoint),
    ...climbs.flatMap(({ start, end }) => [start, end]),
    'finish',
  ]);
});

/** The checkpoints of an event with their stage names, in the order they are shown. */
export function stagesOf(event: EventCode): readonly Stage[] {
  return STAGES[event];
}

/** Every time point of an event: start, its checkpoints, its KOM segments, finish (RULES.md CP1). */
export function courseOf(event: EventCode): ReadonlySet<TimePoint> {
  return POINTS[event];
}

export function byKomCode<T>(make: (kom: KomSegment) => T): Record<KomCode, T> {
  return Object.fromEntries(KOM_SEGMENTS.map((kom) => [kom.code, make(kom)])) as Record<KomCode, T>;
}

export function findKom(code: KomCode): KomSegment {
  return failWithout(
    KOM_SEGMENTS.find((segment) => segment.code === code),
    code,
  );
}

/** Whether a climb lists a runner: everyone who runs it and did not DNF (RULES.md RK9). */
export function isInKom(
  { status, events }: Pick<UnrankedResult, 'status' | 'events'>,
  kom: KomSegment,
): boolean {
  return status !== 'dnf' && kom.events.includes(events);
}

function komsOf(event: EventCode): readonly KomCode[] {
  return rowOf(event).koms;
}

function rowOf(event: EventCode): (typeof COURSES)[number] {
  return failWithout(
    COURSES.find((course) => course.event === event),
    event,
  );
}

function failWithout<T>(row: T | undefined, code: string): T {
  if (row === undefined) throw new Error(`${code} is not in the table of courses.`);
  return row;
}
