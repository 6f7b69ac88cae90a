import { type ControlEntry, keyOfEntry } from '#shared/model/decisions.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { isTimePoint, type TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { ROLL_CALL_STATES, type RollCallState } from '#shared/scoring/whereabouts.ts';
import type { ScoringRules } from '#shared/scoring/scoring-rules.ts';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import {
  type CalledRunner,
  type EventRollCall,
  findLastMs,
  findPlace,
  isNeverSeen,
  nameContradiction,
} from '#shared/control/roll-call.ts';

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

/** Of the view `unseen`. */
export const NOT_SEEN_MINUTES = 90;

/**
 * Whether a runner is on course and was not seen for so long; counted from the gun for one who was never seen.
 */
export function isNotSeenFor(
  called: CalledRunner,
  { gunOf, nowMs }: Pick<GroupChoice, 'gunOf' | 'nowMs'>,
): boolean {
  if (called.state !== 'on-course') return false;
  const sinceMs = findLastMs(called) ?? gunOf(called.runner) ?? -Infinity;
  return nowMs - sinceMs > NOT_SEEN_MINUTES * MINUTE_MS;
}

interface Tile {
  readonly view: Shown;
  readonly count: number;
  /** How many of them are later than nine out of ten would be. */
  readonly overdue: number;
}

interface TileChoice {
  readonly isOverdue: (called: CalledRunner) => boolean;
  readonly isUnseen: (called: CalledRunner) => boolean;
  readonly pastCutOff: number;
  readonly points: readonly TimePoint[];
  readonly chosen: Shown;
}

function tile(view: Shown, count: number): Tile {
  return { view, count, overdue: 0 };
}

/**
 * The views to act on, each point of the courses, and the other states. An empty one has a tile only while it is
 * chosen, except for two that are always there.
 */
export function listTiles(
  events: readonly EventRollCall[],
  { isOverdue, isUnseen, pastCutOff, points, chosen }: TileChoice,
): readonly Tile[] {
  const everybody = events.flatMap(({ called }) => called);
  const after = new Map<TimePoint, { count: number; overdue: number }>();
  for (const point of points) {
    const isPassed = events.some(({ called }) => routeOf(called).includes(point));
    if (isPassed && point !== 'finish') after.set(point, { count: 0, overdue: 0 });
  }
  for (const called of everybody) {
    const at = called.state === 'on-course' ? after.get(findPlace(called) ?? 'start') : undefined;
    if (!at) continue;
    at.count += 1;
    if (isOverdue(called)) at.overdue += 1;
  }
  const sum = (state: RollCallState): number =>
    events.reduce((all, { counts }) => all + counts[state], 0);
  const neverSeen = everybody.filter(isNeverSeen).length;
  const states: readonly RollCallState[] = [
    'out-safe',
    'finished',
    'withdrawn',
    'did-not-start',
    'never-seen',
    'to-start',
    'no-band',
  ];
  const all: readonly Tile[] = [
    tile('out-not-safe', sum('out-not-safe')),
    tile('past-cut-off', pastCutOff),
    tile('unseen', everybody.filter(isUnseen).length),
    tile('start-line', neverSeen),
    ...Array.from(after, ([point, counted]) => ({ view: `after-${point}` as const, ...counted })),
    ...states.map((state) => tile(state, state === 'never-seen' ? neverSeen : sum(state))),
  ];
  return all.filter(
    ({ view, count }) => count > 0 || view === chosen || view === 'start-line' || view === 'unseen',
  );
}

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
    | { readonly kind: 'contradictions' }
    | { readonly kind: 'found' }
    | { readonly kind: 'cut-off'; readonly group: CutOffGroup }
    /** Between the points `at` and `at + 1` of the route of an event; other events may share the leg. */
    | {
        readonly kind: 'leg';
        readonly event: EventCode;
        readonly at: number;
        readonly from: TimePoint;
      }
    | { readonly kind: 'state'; readonly state: RollCallState };
  readonly rows: readonly CalledRunner[];
}

export interface GroupChoice {
  readonly shown: Exclude<Shown, 'start-line' | 'past-cut-off'>;
  readonly control: readonly ControlEntry[];
  readonly points: readonly TimePoint[];
  /** By the server's clock; used by `unseen` alone. */
  readonly nowMs: EpochMs;
  readonly gunOf: ScoringRules['gunOf'];
}

/** The shown runners of the chosen events in groups, first those who are out and not accounted for. */
export function groupRunners(
  events: readonly EventRollCall[],
  { shown, control, points, ...clock }: GroupChoice,
): readonly RunnerGroup[] {
  const everybody = events.flatMap(({ called }) => called);
  const groupState = (state: RollCallState): RunnerGroup => {
    const isIn = (called: CalledRunner): boolean =>
      state === 'never-seen' ? isNeverSeen(called) : called.state === state;
    const rows = sortRunners(everybody.filter(isIn));
    return { key: state, heading: { kind: 'state', state }, rows };
  };
  const onCourse = everybody.filter(({ state }) => state === 'on-course');
  if (shown === 'on-course') return listLegs([], onCourse, points);
  if (shown === 'unseen') {
    const unseen = onCourse.filter((called) => isNotSeenFor(called, clock));
    return listLegs([], unseen, points);
  }
  if (shown !== 'course') {
    const state = ROLL_CALL_STATES.find((each) => each === shown);
    if (state) return [groupState(state)];
    const point = shown.slice('after-'.length);
    return listLegs(
      [],
      onCourse.filter((called) => findPlace(called) === point),
      points,
    );
  }
  const left = listLeft(control);
  const odd = everybody.filter(
    (called) => called.state !== 'out-not-safe' && isOpenContradiction(called, left),
  );
  const first: RunnerGroup[] = [
    groupState('out-not-safe'),
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

/** Runners by leg, each visit of a loop separately; for `events`, empty legs too. */
function listLegs(
  events: readonly EventRollCall[],
  onCourse: readonly CalledRunner[],
  points: readonly TimePoint[],
): readonly RunnerGroup[] {
  const legs = new Map<string, Leg>();
  const find = (route: readonly TimePoint[], at: number, event: EventCode): CalledRunner[] => {
    const [from = 'start', to = 'finish'] = route.slice(at, at + 2);
    const [visit, next] = [at, at + 1].map((stop) => countVisits(route, stop));
    const key = `${from}.${visit}-${to}.${next}`;
    const leg = legs.get(key) ?? { event, at, from, to, visit: visit ?? 1, rows: [] };
    legs.set(key, leg);
    return leg.rows;
  };
  for (const { called, event } of events) {
    const route = routeOf(called);
    for (const at of route.slice(0, -1).keys()) find(route, at, event);
  }
  for (const called of onCourse)
    find(called.route, called.after ?? 0, called.runner.event).push(called);
  const rank = (point: TimePoint): number => points.indexOf(point);
  const compareLegs = (a: Leg, b: Leg): number =>
    rank(a.from) - rank(b.from) || a.visit - b.visit || rank(a.to) - rank(b.to);
  return [...legs.entries()]
    .toSorted(([, a], [, b]) => compareLegs(a, b))
    .map(([key, { event, at, from, rows }]) => ({
      key,
      heading: { kind: 'leg', event, at, from },
      rows: sortRunners(rows),
    }));
}

interface Leg {
  readonly event: EventCode;
  readonly at: number;
  readonly from: TimePoint;
  readonly to: TimePoint;
  /** The number of the visit to `from`. */
  readonly visit: number;
  readonly rows: CalledRunner[];
}

function countVisits(route: readonly TimePoint[], at: number): number {
  return route.slice(0, at + 1).filter((point) => point === route[at]).length;
}

/** The course of an event, the same for all its runners. */
function routeOf([first]: readonly CalledRunner[]): readonly TimePoint[] {
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

/** Also for two infinities, whose difference is NaN. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Runners to look for who have not reached a point of their course, so that the sweep would meet them. */
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
