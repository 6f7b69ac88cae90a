import type { Courses } from '../model/courses.ts';
import { append, getOrAdd } from '../model/group-by.ts';
import type { EventCode } from '../model/ids.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '../model/time.ts';
import { findWaveOf } from '../scoring/own-start.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';
import { Arrivals, type ArrivalVerdict, type ArrivedRead } from './judge-arrivals.ts';

/** A gun is typed or pressed by hand: a read less early than this is no evidence. */
const GUN_SLACK_MS = 5 * MINUTE_MS;

export interface HeldRead {
  /** The same object in all of a runner's reads; undefined without a holder. */
  readonly runner: Runner | undefined;
  /** Corrected. */
  readonly scan: Scan;
  readonly asRead: ArrivedRead;
}

/** A source at one of its points, or the gun of an event or a wave. */
export class Clock {
  readonly source: string;
  /** `gun` for a gun. */
  readonly point: TimePoint;
  /** The index of the point among all. */
  readonly place: number;
  /** The clocks of the source with the same reads, as for a mat of several points. */
  mat: ReadonlySet<Clock> = new Set([this]);
  reads = 0;
  /** By original time. */
  firstMs: EpochMs = Infinity;
  lastMs: EpochMs = -Infinity;

  constructor(source: string, point: TimePoint, place: number) {
    this.source = source;
    this.point = point;
    this.place = place;
  }
}

export interface Sighting {
  readonly clock: Clock;
  /** Ascending. */
  readonly times: readonly EpochMs[];
  /** Comparable with other points: the mat was not merely on trial. */
  readonly isOfRace: boolean;
}

export interface RunnerSightings {
  readonly event: EventCode;
  readonly sightings: readonly Sighting[];
}

/** Comparable sightings, by clocks that may judge others. */
export function listComparable(
  { sightings }: RunnerSightings,
  blind: ReadonlySet<Clock>,
): readonly Sighting[] {
  return sightings.filter(({ clock, isOfRace }) => isOfRace && !blind.has(clock));
}

/** The runners read by both of two clocks, and those whose reads do not fit. */
interface PairCount {
  readonly a: Clock;
  readonly b: Clock;
  of: number;
  wrong: number;
}

export class PairCounts {
  readonly #counts = new Map<Clock, Map<Clock, PairCount>>();

  note(a: Clock, b: Clock, isWrong: boolean): void {
    const ofClock = getOrAdd(this.#counts, a, () => new Map<Clock, PairCount>());
    const count = getOrAdd(ofClock, b, () => ({ a, b, of: 0, wrong: 0 }));
    count.of += 1;
    count.wrong += Number(isWrong);
  }

  list(): readonly Readonly<PairCount>[] {
    return Array.from(this.#counts.values(), (ofClock) => Array.from(ofClock.values())).flat();
  }
}

/** All sightings of a race (RULES.md CR6). */
export interface Field {
  readonly runners: readonly RunnerSightings[];
  /** The clocks of each source, by point. */
  readonly clocks: ReadonlyMap<string, readonly Clock[]>;
  /** By source; absent if inconclusive, as for a file. */
  readonly arrivals: ReadonlyMap<string, ArrivalVerdict>;
  /** Of events and waves. */
  readonly guns: readonly Clock[];
  readonly places: number;
  /** Whether all runners of the event pass `a` before `b`. */
  readonly isBefore: (event: EventCode, a: number, b: number) => boolean;
}

export function gatherField(reads: Iterable<HeldRead>, rules: ScoringRules): Field {
  const { courses } = rules;
  const places: readonly TimePoint[] = ['gun', ...courses.points];
  const isBefore = orderPlaces(places, courses);
  const clocks = new Map<string, Clock[]>();
  const mats = new Map<string, readonly Clock[]>();
  const ofRunners = new Map<Runner, Map<Clock, EpochMs[]>>();
  const arrivalsOf = new Map<string, Arrivals>();
  for (const { runner, scan, asRead } of reads) {
    getOrAdd(arrivalsOf, scan.source, () => new Arrivals()).note(scan.timeMs, asRead);
    const key = `${scan.source} ${scan.points.join()}`;
    for (const clock of getOrAdd(mats, key, () => findMat(clocks, places, scan))) {
      clock.reads += 1;
      clock.firstMs = Math.min(clock.firstMs, asRead.timeMs);
      clock.lastMs = Math.max(clock.lastMs, asRead.timeMs);
      if (!runner || !courses.pointsOf(runner.event).has(clock.point)) continue;
      append(
        getOrAdd(ofRunners, runner, () => new Map<Clock, EpochMs[]>()),
        clock,
        scan.timeMs,
      );
    }
  }
  for (const ofSource of clocks.values()) {
    ofSource.sort((a, b) => a.place - b.place);
  }
  const guns = new Map(
    courses.startKeys.map((key) => [key, new Clock(`gun ${key}`, 'gun', 0)] as const),
  );
  const seen: PhasedRunner[] = [];
  for (const [runner, its] of ofRunners) {
    seen.push(findPhases(runner, its, rules, isBefore));
  }
  const isTried = findTried(seen);
  const runners: RunnerSightings[] = [];
  for (const { runner, gunMs, phases } of seen) {
    const sightings = phases.map(({ clock, times, phase }): Sighting => {
      const isOfRace = phase === 'since' || (phase === 'passed' && !isTried(clock));
      return { clock, times, isOfRace };
    });
    const { event } = runner;
    // An individual start is no evidence against a gun.
    const gun = runner.ownStart ? undefined : guns.get(findWaveOf(runner, courses)?.id ?? event);
    if (gun && gunMs !== undefined) {
      const times = [gunMs - GUN_SLACK_MS];
      sightings.push({ clock: gun, times, isOfRace: true });
    }
    runners.push({ event, sightings });
  }
  const arrivals = new Map<string, ArrivalVerdict>();
  for (const [source, its] of arrivalsOf) {
    const verdict = its.judge();
    if (verdict) arrivals.set(source, verdict);
  }
  return {
    runners,
    clocks,
    arrivals,
    guns: [...guns.values()],
    places: places.length,
    isBefore,
  };
}

function findMat(
  clocks: Map<string, Clock[]>,
  places: readonly TimePoint[],
  { source, points }: Pick<Scan, 'source' | 'points'>,
): readonly Clock[] {
  const ofSource = getOrAdd(clocks, source, () => []);
  const its = points.map((point) => {
    const known = ofSource.find((clock) => clock.point === point);
    const clock = known ?? new Clock(source, point, places.indexOf(point));
    if (!known) ofSource.push(clock);
    return clock;
  });
  const mat = new Set(its.flatMap((clock) => [...clock.mat]));
  for (const clock of mat) clock.mat = mat;
  return its;
}

/** A runner's reads by a clock, by phase of the race. */
interface Phased extends Pick<Sighting, 'clock' | 'times'> {
  /**
   * `since`: at least one is after the start, and at the finish late enough. `passed`: none is, but another source read the
   * runner later at a further point. `before`: they may still be out.
   */
  readonly phase: 'since' | 'passed' | 'before';
}

interface PhasedRunner {
  readonly runner: Runner;
  readonly gunMs: EpochMs | undefined;
  readonly phases: readonly Phased[];
}

function findPhases(
  runner: Runner,
  its: ReadonlyMap<Clock, readonly EpochMs[]>,
  rules: ScoringRules,
  isBefore: Field['isBefore'],
): PhasedRunner {
  const all = Array.from(its, ([clock, times]) => ({
    clock,
    times: times.length === 1 ? times : times.toSorted((a, b) => a - b),
  }));
  const { event } = runner;
  const gunMs = rules.gunOf(runner);
  const startMs = gunMs ?? findFirstStart(all);
  const isSince = all.map(({ clock, times }) => {
    const fromMs = startMs + (clock.point === 'finish' ? rules.of(event).earliestFinishMs : 0);
    return (times.at(-1) ?? -Infinity) >= fromMs;
  });
  const phases = all.map(({ clock, times }, at): Phased => {
    if (isSince[at]) return { clock, times, phase: 'since' };
    const isPassed = all.some(
      (other, otherAt) =>
        isSince[otherAt] &&
        other.clock.source !== clock.source &&
        isBefore(event, clock.place, other.clock.place),
    );
    return { clock, times, phase: isPassed ? 'passed' : 'before' };
  });
  return { runner, gunMs, phases };
}

/** Without a gun and start reads, every read is of the race. */
function findFirstStart(all: readonly Pick<Sighting, 'clock' | 'times'>[]): EpochMs {
  const starts = all.filter(({ clock }) => clock.point === 'start');
  return starts.length === 0
    ? -Infinity
    : Math.min(...starts.map(({ times }) => times[0] ?? Infinity));
}

/** Clocks that read most of their runners after their start: earlier reads are trials, or somebody walking over the mat. */
function findTried(seen: readonly PhasedRunner[]): (clock: Clock) => boolean {
  const spare = new Map<Clock, number>();
  for (const { phases } of seen) {
    for (const { clock, phase } of phases) {
      if (phase !== 'before')
        spare.set(clock, (spare.get(clock) ?? 0) + (phase === 'since' ? 1 : -1));
    }
  }
  return (clock) => (spare.get(clock) ?? 0) >= 0;
}

function orderPlaces(places: readonly TimePoint[], courses: Courses): Field['isBefore'] {
  const orders = courses.byEvent((event) => {
    const sequence = courses.routeOf(event);
    return places.map((a) => places.map((b) => isPointBefore(sequence, courses, a, b)));
  });
  return (event, a, b) => orders[event]?.[a]?.[b] ?? false;
}

function isPointBefore(
  sequence: readonly TimePoint[],
  courses: Courses,
  a: TimePoint,
  b: TimePoint,
): boolean {
  if (a === b || b === 'gun') return false;
  if (a === 'gun' || a === 'start') return true;
  // A repeated point is compared with later points by its last visit, with earlier ones by its first.
  const [aAt, bAt] = [sequence.lastIndexOf(a), sequence.indexOf(b)];
  if (aAt >= 0 && bAt >= 0) return aAt < bAt;
  // A climb may be anywhere on the course.
  return courses.climbs.some(({ start, end }) => start === a && end === b);
}
