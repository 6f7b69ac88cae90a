import type { Courses } from '../model/courses.ts';
import { append, getOrAdd } from '../model/group-by.ts';
import type { EventCode } from '../model/ids.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';
import { findWaveOf } from '../scoring/own-start.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';
import { Arrivals, type ArrivalVerdict, type ArrivedRead } from './judge-arrivals.ts';

/** A gun is typed or pressed by hand: a read earlier by less than this is no evidence. */
const GUN_SLACK_MS = 5 * MINUTE_MS;

export interface HeldRead {
  /** The same object in all of their reads; undefined if nobody holds the band. */
  readonly runner: Runner | undefined;
  /** After the corrections of organisers. */
  readonly scan: Scan;
  readonly asRead: ArrivedRead;
}

/** A source at one of the points where it reads, or the gun of an event or a wave. */
export class Clock {
  readonly source: string;
  /** `gun` for a gun. */
  readonly point: TimePoint;
  /** The index of the point among all. */
  readonly place: number;
  /** The clocks of its source with the same reads, as a mat for several points has: itself at least. */
  mat: ReadonlySet<Clock> = new Set([this]);
  reads = 0;
  /** The first and the last of its reads, by their original time. */
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
  /** Whether they can be compared with other points: no mat was merely tried. */
  readonly isOfRace: boolean;
}

export interface RunnerSightings {
  readonly event: EventCode;
  readonly sightings: readonly Sighting[];
}

/** The sightings that can be compared, by clocks that may judge others. */
export function listComparable(
  { sightings }: RunnerSightings,
  blind: ReadonlySet<Clock>,
): readonly Sighting[] {
  return sightings.filter(({ clock, isOfRace }) => isOfRace && !blind.has(clock));
}

/** How many runners were read by both of two clocks, and how many of these reads do not fit. */
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

/** All sightings of the race (RULES.md CR6). */
export interface Field {
  readonly runners: readonly RunnerSightings[];
  /** The clocks of the sources, each at its points in order. */
  readonly clocks: ReadonlyMap<string, readonly Clock[]>;
  /** By source; missing for a source whose arrivals say nothing, such as a file. */
  readonly arrivals: ReadonlyMap<string, ArrivalVerdict>;
  /** The guns of events and waves, moments that somebody typed. */
  readonly guns: readonly Clock[];
  /** The number of points. */
  readonly places: number;
  /** Whether all runners of the event pass the one point before the other. */
  readonly isBefore: (event: EventCode, a: number, b: number) => boolean;
  /** The least time that the course gives for the way from the one point to a later one; 0 where it gives none. */
  readonly leastBetween: (event: EventCode, a: number, b: number) => DurationMs;
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
    // An own start is typed for one runner: no gun is wrong because of it.
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
    leastBetween: measureLegs(places, courses),
  };
}

/** The clocks of a mat, one for each of its points. */
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

/** The phase of the race that a runner's reads by a clock belong to. */
interface Phased extends Pick<Sighting, 'clock' | 'times'> {
  /**
   * `since`: some are after the start, and at the finish late enough to be one. `passed`: none is, but another source
   * read them later at a further point. `before`: the race may lie ahead of them.
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

/** Without a gun and reads at the start, every read is of the race. */
function findFirstStart(all: readonly Pick<Sighting, 'clock' | 'times'>[]): EpochMs {
  const starts = all.filter(({ clock }) => clock.point === 'start');
  return starts.length === 0
    ? -Infinity
    : Math.min(...starts.map(({ times }) => times[0] ?? Infinity));
}

/**
 * The clocks that read most of their runners after their start. Their earlier reads are of runners who tried the mat, or
 * walked over it.
 */
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

/** By event, and by two points: whether all runners pass the one before the other. */
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
  // On a repeated point the last visit is compared with later points, the first with earlier ones.
  const [aAt, bAt] = [sequence.lastIndexOf(a), sequence.indexOf(b)];
  if (aAt >= 0 && bAt >= 0) return aAt < bAt;
  // A climb may lie between any checkpoints.
  return courses.climbs.some(({ start, end }) => start === a && end === b);
}

function measureLegs(places: readonly TimePoint[], courses: Courses): Field['leastBetween'] {
  const sums = courses.byEvent((event) => {
    const visits = courses.visitsOf(event);
    let ms = 0;
    const reachedMs = [0, ...visits.map(({ leastLegMs }) => (ms += leastLegMs)), ms];
    const sequence = courses.routeOf(event);
    return places.map((a) =>
      places.map((b) => {
        const from = a === 'gun' ? 0 : sequence.lastIndexOf(a);
        const to = sequence.indexOf(b);
        if (from < 0 || to < from) return 0;
        const leastMs = (reachedMs[to] ?? 0) - (reachedMs[from] ?? 0);
        return a === 'gun' && leastMs > 0 ? leastMs + GUN_SLACK_MS : leastMs;
      }),
    );
  });
  return (event, a, b) => sums[event]?.[a]?.[b] ?? 0;
}
