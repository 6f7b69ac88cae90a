import { type ControlEntry, keyOfEntry } from '#shared/model/control-entry.ts';
import { isTimePoint, type TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { ROLL_CALL_STATES, type RollCallState } from '#shared/scoring/call-runner.ts';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import {
  type CalledRunner,
  type EventRollCall,
  findLastMs,
  findNext,
  findPlace,
  nameContradiction,
} from '#shared/control/roll-call.ts';

/**
 * The shown group: everybody to be looked for, runners after one point or in one state, not seen
 * for long, or past a cut-off.
 */
export type Shown =
  | 'course'
  | 'unseen'
  | 'past-cut-off'
  | 'start-line'
  | RollCallState
  | `after-${TimePoint}`;

export function parseShown(text: string): Shown {
  const point = text.startsWith('after-') ? text.slice('after-'.length) : '';
  if (isTimePoint(point)) return `after-${point}`;
  return ['unseen', 'past-cut-off', 'start-line', ...ROLL_CALL_STATES].includes(text)
    ? (text as Shown)
    : 'course';
}

/** The choices of minutes. */
export const NOT_SEEN_MINUTES = [30, 60, 90, 120] as const;
export type NotSeenMinutes = (typeof NOT_SEEN_MINUTES)[number];

/**
 * Whether somebody is on course and was not seen for that long; also true of a runner who started
 * with the gun and was never seen.
 */
export function isNotSeenFor(called: CalledRunner, minutes: number, nowMs: EpochMs): boolean {
  return (
    called.state === 'on-course' && nowMs - (findLastMs(called) ?? -Infinity) > minutes * MINUTE_MS
  );
}

/** The subjects of all contradictions that were left as they are. */
function listLeft(control: readonly ControlEntry[]): ReadonlySet<string> {
  return new Set(control.filter(({ kind }) => kind === 'left').map(keyOfEntry));
}

function isOpenContradiction(called: CalledRunner, left: ReadonlySet<string>): boolean {
  if (!called.contradiction) return false;
  return !left.has(keyOfEntry({ kind: 'left', subject: nameContradiction(called) }));
}

/** Runners under one heading, longest unseen first. */
export interface RunnerGroup {
  readonly key: string;
  readonly heading:
    | { readonly kind: 'not-safe' }
    | { readonly kind: 'contradictions' }
    | { readonly kind: 'found' }
    | { readonly kind: 'cut-off'; readonly group: CutOffGroup }
    | { readonly kind: 'leg'; readonly from: TimePoint; readonly to: TimePoint }
    | { readonly kind: 'state'; readonly state: RollCallState };
  readonly rows: readonly CalledRunner[];
}

export interface GroupChoice {
  readonly shown: Exclude<Shown, 'start-line' | 'past-cut-off'>;
  readonly control: readonly ControlEntry[];
  readonly notSeenMinutes: NotSeenMinutes;
  /** The points of the race in their order. */
  readonly points: readonly TimePoint[];
  /** By the server's clock; used only for those not seen for long. */
  readonly nowMs: EpochMs;
}

/** The shown runners of the chosen events, in groups: first those who are out and not accounted for. */
export function groupRunners(
  events: readonly EventRollCall[],
  { shown, control, notSeenMinutes, points, nowMs }: GroupChoice,
): readonly RunnerGroup[] {
  const everybody = events.flatMap(({ called }) => called);
  if (ROLL_CALL_STATES.some((state) => state === shown) && shown !== 'on-course') {
    const state = shown as RollCallState;
    const rows = sortRunners(everybody.filter((called) => called.state === state));
    const heading =
      state === 'out-not-safe'
        ? ({ kind: 'not-safe' } as const)
        : { kind: 'state' as const, state };
    return [{ key: state, heading, rows }];
  }
  const onCourse = everybody.filter(({ state }) => state === 'on-course');
  if (shown === 'unseen') {
    return listLegs(
      [],
      onCourse.filter((called) => isNotSeenFor(called, notSeenMinutes, nowMs)),
      points,
    );
  }
  if (shown !== 'course') {
    const point = shown.slice('after-'.length);
    return shown === 'on-course'
      ? listLegs([], onCourse, points)
      : listLegs(
          [],
          onCourse.filter((called) => findPlace(called) === point),
          points,
        );
  }
  const left = listLeft(control);
  const notSafe = everybody.filter(({ state }) => state === 'out-not-safe');
  const odd = everybody.filter(
    (called) => called.state !== 'out-not-safe' && isOpenContradiction(called, left),
  );
  const first: RunnerGroup[] = [
    { key: 'not-safe', heading: { kind: 'not-safe' }, rows: sortRunners(notSafe) },
    { key: 'contradictions', heading: { kind: 'contradictions' }, rows: sortRunners(odd) },
  ];
  return [...first.filter(({ rows }) => rows.length > 0), ...listLegs(events, onCourse, points)];
}

/** Runners past each cut-off of the chosen events (RULES.md CU2). */
export function groupCutOffs(
  events: readonly EventRollCall[],
  groups: readonly CutOffGroup[],
): readonly RunnerGroup[] {
  return groups
    .filter((group) => events.some(({ event }) => event === group.event))
    .map((group) => ({
      key: group.key,
      heading: { kind: 'cut-off', group },
      rows: sortRunners(group.runners),
    }));
}

/** Who is between which two points; every leg of these courses is listed, also an empty one. */
function listLegs(
  events: readonly EventRollCall[],
  onCourse: readonly CalledRunner[],
  points: readonly TimePoint[],
): readonly RunnerGroup[] {
  const legs = new Map<string, { from: TimePoint; to: TimePoint; rows: CalledRunner[] }>();
  const find = (from: TimePoint, to: TimePoint): CalledRunner[] => {
    const key = `${from}-${to}`;
    const leg = legs.get(key) ?? { from, to, rows: [] };
    legs.set(key, leg);
    return leg.rows;
  };
  for (const { called } of events) {
    const route = routeOf(called);
    for (const [index, from] of route.slice(0, -1).entries()) find(from, route[index + 1] ?? from);
  }
  for (const called of onCourse) {
    const from = findPlace(called) ?? 'start';
    find(from, findNext(called) ?? 'finish').push(called);
  }
  const rank = (point: TimePoint): number => points.indexOf(point);
  return [...legs.entries()]
    .toSorted(([, a], [, b]) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to))
    .map(([key, { from, to, rows }]) => ({
      key,
      heading: { kind: 'leg', from, to },
      rows: sortRunners(rows),
    }));
}

/** The course of an event, the same for all its runners. */
export function routeOf([first]: readonly CalledRunner[]): readonly TimePoint[] {
  return first?.route ?? [];
}

/** Longest unseen first, among those never seen the checked-in first (RULES.md RC9), then by bib. */
export function sortRunners(rows: readonly CalledRunner[]): readonly CalledRunner[] {
  const keyed = rows.map((called) => ({
    called,
    lastMs: findLastMs(called) ?? -Infinity,
    bib: Number.parseInt(called.runner.bibNumber, 10) || Infinity,
  }));
  return keyed
    .toSorted(
      (a, b) =>
        compare(a.lastMs, b.lastMs) ||
        Number(b.called.isCheckedIn) - Number(a.called.isCheckedIn) ||
        compare(a.bib, b.bib),
    )
    .map(({ called }) => called);
}

/** Infinity minus itself is not a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Runners to look for who have not reached a point of their course: the sweeper would have met them. */
export function listBefore(
  events: readonly EventRollCall[],
  point: TimePoint,
): readonly CalledRunner[] {
  const before = events.flatMap(({ called }) => {
    const at = routeOf(called).indexOf(point);
    return called.filter(
      ({ state, after }) =>
        (state === 'on-course' || state === 'out-not-safe') && after !== undefined && after < at,
    );
  });
  return sortRunners(before);
}
