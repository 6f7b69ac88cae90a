import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';
import { STATE_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { describeStop } from '#client/organisers/runners/describe-last-seen.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type ControlEntry, keyOfEntry } from '#shared/model/decisions.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { ROLL_CALL_STATES, type RollCallState } from '#shared/scoring/whereabouts.ts';
import type { ScoringRules } from '#shared/scoring/scoring-rules.ts';
import {
  type CalledRunner,
  type EventRollCall,
  findLastMs,
  isNeverSeen,
  nameContradiction,
} from '#shared/control/roll-call.ts';
import type { ViewChip } from '../ViewChips.tsx';

export type Shown = 'course' | 'unseen' | 'start-line' | RollCallState;

export function parseShown(text: string): Shown {
  return ['unseen', 'start-line', ...ROLL_CALL_STATES].includes(text) ? (text as Shown) : 'course';
}

/** Of the view `unseen`. */
const NOT_SEEN_MINUTES = 90;

/**
 * Whether a runner is on course and was not seen for so long; counted from the gun for one who was never seen.
 */
function isNotSeenFor(
  called: CalledRunner,
  { gunOf, clock }: Pick<GroupChoice, 'gunOf' | 'clock'>,
): boolean {
  if (called.state !== 'on-course') return false;
  const sinceMs = findLastMs(called) ?? gunOf(called.runner) ?? -Infinity;
  return clock.nowMs - sinceMs > NOT_SEEN_MINUTES * MINUTE_MS;
}

const TILE_NAMES: Readonly<Record<Shown, string>> = {
  ...STATE_NAMES,
  course: 'All',
  unseen: `Not seen for ${NOT_SEEN_MINUTES} min`,
  'start-line': 'Start line',
};

interface TileChoice extends Pick<GroupChoice, 'clock' | 'gunOf'> {
  readonly chosen: Shown;
}

/**
 * The views to act on, and the other states. An empty one has a tile only while it is chosen, except for two that are
 * always there.
 */
export function listTiles(
  events: readonly EventRollCall[],
  { chosen, ...choice }: TileChoice,
): readonly ViewChip<Shown>[] {
  const everybody = events.flatMap(({ called }) => called);
  const neverSeen = everybody.filter(isNeverSeen).length;
  const sum = (state: RollCallState): number =>
    events.reduce((all, { counts }) => all + counts[state], 0);
  const counted: readonly (readonly [view: Shown, count: number])[] = [
    ['out-not-safe', sum('out-not-safe')],
    ['unseen', everybody.filter((called) => isNotSeenFor(called, choice)).length],
    ['start-line', neverSeen],
    ['out-safe', sum('out-safe')],
    ['finished', sum('finished')],
    ['withdrawn', sum('withdrawn')],
    ['did-not-start', sum('did-not-start')],
    ['never-seen', neverSeen],
    ['to-start', sum('to-start')],
    ['no-band', sum('no-band')],
  ];
  const isShown = (view: Shown, count: number): boolean =>
    count > 0 || view === chosen || view === 'start-line' || view === 'unseen';
  return counted
    .filter(([view, count]) => isShown(view, count))
    .map(([view, count]) => ({
      view,
      label: TILE_NAMES[view],
      count,
      isCalling: view === 'out-not-safe' && count > 0,
    }));
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
  readonly name: string;
  readonly rows: readonly CalledRunner[];
  /** Of a leg, the point where it begins, at which a sweep is signed off. */
  readonly from?: TimePoint;
}

export interface GroupChoice {
  readonly shown: Exclude<Shown, 'start-line'>;
  readonly control: readonly ControlEntry[];
  readonly clock: RaceClock;
  readonly gunOf: ScoringRules['gunOf'];
}

/** The shown runners of the chosen events in groups, first those who are out and not accounted for. */
export function groupRunners(
  events: readonly EventRollCall[],
  choice: GroupChoice,
): readonly RunnerGroup[] {
  const { shown, control, clock } = choice;
  const everybody = events.flatMap(({ called }) => called);
  const groupState = (state: RollCallState): RunnerGroup => {
    const isIn = (called: CalledRunner): boolean =>
      state === 'never-seen' ? isNeverSeen(called) : called.state === state;
    return { key: state, name: STATE_NAMES[state], rows: sortRunners(everybody.filter(isIn)) };
  };
  const onCourse = everybody.filter(({ state }) => state === 'on-course');
  if (shown === 'on-course') return listLegs([], onCourse, clock);
  if (shown === 'unseen') {
    const unseen = onCourse.filter((called) => isNotSeenFor(called, choice));
    return listLegs([], unseen, clock);
  }
  if (shown !== 'course') return [groupState(shown)];
  const left = listLeft(control);
  const odd = everybody.filter(
    (called) => called.state !== 'out-not-safe' && isOpenContradiction(called, left),
  );
  const first: RunnerGroup[] = [
    groupState('out-not-safe'),
    { key: 'contradictions', name: 'Does not fit together', rows: sortRunners(odd) },
  ];
  return [...first.filter(({ rows }) => rows.length > 0), ...listLegs(events, onCourse, clock)];
}

/** Everybody to look for or never seen, each once (RULES.md RC2). */
export function listForPaper(
  events: readonly EventRollCall[],
  choice: Omit<GroupChoice, 'shown'>,
): readonly RunnerGroup[] {
  const named = new Set<CalledRunner>();
  return (['out-not-safe', 'on-course', 'never-seen'] as const)
    .flatMap((shown) => groupRunners(events, { ...choice, shown }))
    .flatMap((group) => {
      const rows = group.rows.filter((called) => !named.has(called));
      for (const called of rows) named.add(called);
      return rows.length === 0 ? [] : [{ ...group, rows }];
    });
}

/** Runners by leg, each visit of a loop separately; for `events`, empty legs too. */
function listLegs(
  events: readonly EventRollCall[],
  onCourse: readonly CalledRunner[],
  { config }: RaceClock,
): readonly RunnerGroup[] {
  const { points } = coursesOf(config);
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
    .map(([key, leg]) => ({
      key,
      name: nameLeg(leg, config),
      from: leg.from,
      rows: sortRunners(leg.rows),
    }));
}

function nameLeg({ event: first, at, rows }: Leg, config: RaceConfig): string {
  const events = new Set(rows.map(({ runner }) => runner.event));
  const [event = first] = events.size === 1 ? events : [];
  const [from, to] = [at, at + 1].map((stop) => describeStop(stop, config, event));
  return `Between ${from} and ${to}`;
}

/** Between the stops `at` and `at + 1` of the route of an event; other events may share it. */
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
    lastMs: findLastMs(called) ?? 0,
    bib: Number.parseInt(called.runner.bibNumber, 10) || Number.MAX_SAFE_INTEGER,
  }));
  return keyed
    .toSorted(
      (a, b) =>
        a.lastMs - b.lastMs ||
        Number(b.called.isCheckedIn) - Number(a.called.isCheckedIn) ||
        a.bib - b.bib,
    )
    .map(({ called }) => called);
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
