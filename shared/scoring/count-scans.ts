import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { Visit } from '../model/laid-out-course.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '../model/time.ts';

import type { EventRules } from './scoring-rules.ts';
import {
  findCrossing,
  findMissedGap,
  type LineGaps,
  NO_GAPS,
  type StartCrossing,
} from './start-line.ts';

interface RunnerStart {
  /** The start of the runner's time; undefined without a gun and an own start. */
  readonly startMs: EpochMs | undefined;
  readonly gunMs: EpochMs | undefined;
  /** The scan of the own start. */
  readonly ownScan: Scan | undefined;
  /** The mats crossed at the own start. */
  readonly crossing: StartCrossing | undefined;
}

/** Whether a scan is a start scan; mats shared with later points have a time limit (RULES.md ST2, VS3). */
function isStartScan(scan: Scan, gunMs: EpochMs | undefined, rules: EventRules): boolean {
  if (!scan.points.includes('start')) return false;
  const isShared = scan.points.some((point) => rules.afterStart.has(point));
  if (gunMs === undefined || !isShared) return true;
  return scan.timeMs < gunMs + rules.earliestFinishMs;
}

/** Finds the start of a runner from their ordered scans (RULES.md ST3 to ST5, ST10). */
export function findStart(
  scans: readonly Scan[],
  course: ReadonlySet<TimePoint>,
  gunMs: EpochMs | undefined,
  rules: EventRules,
  gaps: LineGaps = NO_GAPS,
): RunnerStart {
  const isStart = (scan: Scan): boolean => isStartScan(scan, gunMs, rules);
  const laterRead = scans.find(
    (scan) =>
      scan.timeMs > (gunMs ?? -Infinity) &&
      scan.points.some((point) => point !== 'start' && course.has(point)) &&
      !isStart(scan),
  );
  const ownScan = scans.findLast(
    (scan) => scan.timeMs <= (laterRead?.timeMs ?? Infinity) && isStart(scan),
  );
  const crossing = ownScan && findCrossing(scans.filter(isStart), ownScan);
  const ownMs = crossing && crossing.ownMs + findMissedGap(crossing, gaps.start);
  return { startMs: chooseStart(ownMs, gunMs, rules), gunMs, ownScan, crossing };
}

function chooseStart(
  ownMs: EpochMs | undefined,
  gunMs: EpochMs | undefined,
  rules: EventRules,
): EpochMs | undefined {
  if (ownMs === undefined || gunMs === undefined) return ownMs ?? gunMs;
  return rules.timing === 'gun' ? gunMs : Math.max(ownMs, gunMs);
}

/** The scan that counts at each point, repeated visits under the code of their slot. */
export type CountedScans = ReadonlyMap<string, Scan>;

const FINISH = { code: 'finish', point: 'finish', visit: 1, leastLegMs: 0, isShown: true };

/** Chooses the scan that counts at each point of the course, from a runner's ordered scans. */
export function countScans(
  scans: readonly Scan[],
  event: EventCode,
  courses: Courses,
  start: RunnerStart,
  rules: EventRules,
): CountedScans {
  const counted = new Map<string, Scan>();
  const count = (point: string, scan: Scan | undefined): void => {
    if (scan) counted.set(point, scan);
  };
  // Without a start there is nothing to be too early for (RULES.md ST5).
  const startMs = start.startMs ?? -Infinity;

  count('start', start.ownScan);
  const canFinish = (scan: Scan): boolean =>
    scan.timeMs >= startMs + rules.earliestFinishMs && scan.points.includes('finish'); // FN1
  const untilMs = (start.startMs ?? Infinity) + (rules.lapsUntilMs ?? Infinity); // RK12
  if (rules.lapEveryMs !== undefined) {
    const laps = countAgainstClock(scans, courses.visitsOf(event), start, rules);
    for (const [code, scan] of laps) count(code, scan);
    const lastMs = Math.max(...Array.from(laps.values(), ({ timeMs }) => timeMs));
    const outMs = findLapsEnd(start, rules, laps.size);
    const lapPoints = new Set(courses.visitsOf(event).map(({ point }) => point));
    const isLate = ({ points, timeMs }: Scan): boolean =>
      timeMs > (points.some((point) => lapPoints.has(point)) ? outMs : lastMs);
    const finish = scans.find((scan) => canFinish(scan) && isLate(scan));
    count('finish', finish);
  } else if (courses.hasLoop(event)) {
    const visits = [...courses.visitsOf(event), FINISH];
    // Without a gun every read of a start mat is a start scan, even in a later lap (RULES.md VS3).
    const reads = scans.filter(
      (scan) =>
        scan.timeMs > startMs &&
        (start.gunMs === undefined || !isStartScan(scan, start.gunMs, rules)),
    );
    const pointsOf = (scan: Scan): readonly TimePoint[] => {
      const [finishes, passes] = [canFinish(scan), scan.timeMs <= untilMs];
      if (finishes && passes) return scan.points;
      return scan.points.filter((point) => (point === 'finish' ? finishes : passes));
    };
    for (const [code, scan] of assignVisits(reads, visits, pointsOf)) count(code, scan); // VS1
  } else {
    const visits = courses.visitsOf(event);
    const finish = findFinish(scans, visits, canFinish, { fromMs: startMs, untilMs });
    count('finish', finish);
    const finishMs = finish?.timeMs ?? Infinity;
    for (const { point } of visits) {
      const first = findAfter(scans, point, startMs);
      if (first && first.timeMs <= Math.min(finishMs, untilMs)) count(point, first); // CP2
    }
  }
  // An end without a start counts without a time (KM1).
  for (const climb of courses.climbs) {
    if (!climb.events.includes(event)) continue;
    const climbStart = findAfter(scans, climb.start, startMs);
    count(climb.start, climbStart);
    const end = climbStart && findAfter(scans, climb.end, climbStart.timeMs);
    count(climb.end, end ?? findAfter(scans, climb.end, startMs));
  }
  return counted;
}

/** How many further points show that a finish read was on the way out: a single one may be passed on the way home. */
const MORE_POINTS = 2;

/**
 * The finish on a course without loops (RULES.md FN1, FN5): the first read there, unless the order of the course shows
 * that it was on the way out. Visits count after `fromMs` until `untilMs`.
 */
function findFinish(
  scans: readonly Scan[],
  visits: readonly Visit[],
  canFinish: (scan: Scan) => boolean,
  { fromMs, untilMs }: { readonly fromMs: EpochMs; readonly untilMs: EpochMs },
): Scan | undefined {
  const firstAt = scans.findIndex(canFinish);
  const lastAt = scans.findLastIndex(canFinish);
  let finish = scans[firstAt];
  const mayBeOnTheWay = scans
    .slice(firstAt + 1, lastAt)
    .some(({ points }) => visits.some(({ point }) => points.includes(point)));
  if (!mayBeOnTheWay) return finish;
  // The longest sequence of points in course order that ends with each visit.
  const most = visits.map(() => 0);
  let [needed, longest] = [Infinity, 0];
  for (const scan of scans.slice(0, lastAt + 1)) {
    if (canFinish(scan)) {
      if (scan === finish) needed = longest + MORE_POINTS;
      else if (longest >= needed) [finish, needed] = [scan, longest + MORE_POINTS];
    }
    if (scan.timeMs <= fromMs || scan.timeMs > untilMs) continue;
    for (let at = visits.length - 1; at >= 0; at -= 1) {
      if (!scan.points.includes(visits[at]?.point ?? '')) continue;
      most[at] = Math.max(most[at] ?? 0, 1 + Math.max(0, ...most.slice(0, at)));
      longest = Math.max(longest, most[at] ?? 0);
    }
  }
  return finish;
}

/** The shortest lap: crossing the mat at the bell on the way out is none. */
const LEAST_LAP_MS = MINUTE_MS;

/** The laps against the clock that count: up to the first missed one (RULES.md RK16). */
function countAgainstClock(
  scans: readonly Scan[],
  visits: readonly Visit[],
  start: RunnerStart,
  rules: EventRules,
): ReadonlyMap<string, Scan> {
  const laps = new Map<string, Scan>();
  for (const { code, point, leastLegMs } of visits) {
    const bellMs = findLapsEnd(start, rules, laps.size - 1);
    const untilMs = findLapsEnd(start, rules, laps.size);
    const fromMs = bellMs + Math.max(leastLegMs, LEAST_LAP_MS);
    const lap = scans.find(
      ({ points, timeMs }) => timeMs >= fromMs && timeMs <= untilMs && points.includes(point),
    );
    if (!lap) break;
    laps.set(code, lap);
  }
  return laps;
}

/**
 * When the next lap of a runner with `laps` laps stops counting (RULES.md RK12, RK16); against the clock, at the bell
 * that ends it. Infinite without a start.
 */
export function findLapsEnd(
  { startMs = Infinity, gunMs = startMs }: Pick<RunnerStart, 'startMs' | 'gunMs'>,
  { lapsUntilMs = Infinity, lapEveryMs }: EventRules,
  laps: number,
): EpochMs {
  const bellMs = lapEveryMs === undefined ? Infinity : gunMs + (laps + 1) * lapEveryMs;
  return Math.min(startMs + lapsUntilMs, bellMs);
}

function findAfter(scans: readonly Scan[], point: TimePoint, afterMs: EpochMs): Scan | undefined {
  return scans.find((scan) => scan.timeMs > afterMs && scan.points.includes(point));
}

/** The scan that counts at a point; of repeated visits the given scan, else the one nearest in time. */
export function findCountedAt(
  point: TimePoint,
  { scanId, timeMs }: Pick<Scan, 'scanId' | 'timeMs'>,
  counted: CountedScans,
): Scan | undefined {
  const first = counted.get(point);
  if (first?.scanId === scanId) return first;
  const all = [...counted].flatMap(([code, scan]) => (code.startsWith(`${point}.`) ? scan : []));
  if (first) all.unshift(first);
  const farness = (scan: Scan): number =>
    scan.scanId === scanId ? -1 : Math.abs(scan.timeMs - timeMs);
  return all.toSorted((a, b) => farness(a) - farness(b))[0];
}

/** Whether a scan counts anywhere, at any visit. */
function isCounted(scan: Scan, counted: CountedScans): boolean {
  if (scan.points.some((point) => counted.get(point) === scan)) return true;
  for (const one of counted.values()) if (one === scan) return true;
  return false;
}

/** The verdicts on a scan, defined in RULES.md SC4. */
export const VERDICTS = [
  'counted',
  'duplicate',
  'before-start',
  'too-early',
  'after-finish',
  'wrong-course',
  'unassigned',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdict on scans of wristbands without a holder (RULES.md SC1). */
export const UNASSIGNED: Verdict = 'unassigned';

interface JudgingContext {
  readonly course: ReadonlySet<TimePoint>;
  readonly gunMs: EpochMs | undefined;
  readonly startMs: EpochMs | undefined;
  /** See {@link findLapsEnd}. */
  readonly lapsEndMs: EpochMs;
  readonly counted: CountedScans;
  /** Scans replaced by others: times by hand (RULES.md HT2), backups (MB1). */
  readonly evidence: ReadonlySet<Scan>;
  /** Visits or laps are matched one by one, so FN5 does not apply. */
  readonly isByVisits: boolean;
  readonly rules: EventRules;
}

/** The verdict on a scan of a runner: the first that applies (RULES.md SC4). */
export function judgeScan(scan: Scan, context: JudgingContext): Verdict {
  const { course, gunMs, startMs, lapsEndMs, counted, evidence, isByVisits, rules } = context;
  if (!scan.points.some((point) => course.has(point))) return 'wrong-course';
  if (isCounted(scan, counted)) return 'counted';
  if (evidence.has(scan) || isStartScan(scan, gunMs, rules)) return 'duplicate';
  if (startMs !== undefined) {
    const isFinishRead = scan.points.includes('finish');
    const isOnTheWay = !isByVisits && scan.timeMs < (counted.get('finish')?.timeMs ?? -Infinity);
    if (isFinishRead && (isOnTheWay || scan.timeMs < startMs + rules.earliestFinishMs))
      return 'too-early';
    if (scan.timeMs <= startMs) return 'before-start';
    if (scan.timeMs > lapsEndMs) return 'after-finish';
  }
  if (scan.points.some((point) => counted.has(point))) return 'duplicate';
  // All other reads after the start are after the finish, or out of order on a course with loops.
  const finish = counted.get('finish');
  return finish && scan.timeMs > finish.timeMs ? 'after-finish' : 'duplicate';
}

/** Reads at a point closer together than this are one passing, however long a runner stands there. */
const SAME_PASSING_MS = MINUTE_MS;

interface Passing {
  /** The first read at each point counts. */
  readonly reads: Map<TimePoint, Scan>;
  readonly firstMs: EpochMs;
  lastMs: EpochMs;
}

/** The points at which a read may count. */
type PointsOf = (scan: Scan) => readonly TimePoint[];

/**
 * Assigns ordered reads to visits on a course that repeats points (RULES.md VS1 to VS3): matches as many passings as
 * possible with visits, both in order; of several ways the one with the earliest visits. Returns the first read of each
 * passing by the code of its slot.
 */
function assignVisits(
  reads: readonly Scan[],
  visits: readonly Visit[],
  pointsOf: PointsOf,
): ReadonlyMap<string, Scan> {
  const passings = listPassings(reads, visits, pointsOf);
  // most[p][v]: how many passings from p on can be matched with visits from v on.
  const most = Array.from(
    { length: passings.length + 1 },
    () => new Uint16Array(visits.length + 1),
  );
  const mostFrom = (p: number, v: number): number => most[p]?.[v] ?? 0;
  for (let p = passings.length - 1; p >= 0; p -= 1) {
    for (let v = visits.length - 1; v >= 0; v -= 1) {
      const matched = isAt(passings[p], visits[v]) ? mostFrom(p + 1, v + 1) + 1 : 0;
      most[p]?.fill(Math.max(matched, mostFrom(p + 1, v), mostFrom(p, v + 1)), v, v + 1);
    }
  }
  const assigned = new Map<string, Scan>();
  let next = 0;
  for (const [v, visit] of visits.entries()) {
    const best = mostFrom(next, v);
    const at = passings.findIndex(
      (passing, p) => p >= next && isAt(passing, visit) && mostFrom(p + 1, v + 1) + 1 === best,
    );
    const scan = passings[at]?.reads.get(visit.point);
    if (!scan) continue;
    assigned.set(visit.code, scan);
    next = at + 1;
  }
  return assigned;
}

function isAt(passing: Passing | undefined, visit: Visit | undefined): boolean {
  return visit !== undefined && passing?.reads.has(visit.point) === true;
}

function listPassings(
  reads: readonly Scan[],
  visits: readonly Visit[],
  pointsOf: PointsOf,
): readonly Passing[] {
  const leastMs = new Map<TimePoint, number>();
  for (const { point, leastLegMs } of visits) {
    leastMs.set(point, Math.min(leastMs.get(point) ?? Infinity, leastLegMs));
  }
  const passings: Passing[] = [];
  for (const scan of reads) {
    const points = pointsOf(scan).filter((point) => leastMs.has(point));
    if (points.length === 0) continue;
    // The first point that matches decides: the finish has no shortest leg.
    let passing = passings.findLast(({ reads: its, firstMs, lastMs }) =>
      points.some(
        (point) =>
          its.has(point) &&
          (scan.timeMs - lastMs < SAME_PASSING_MS ||
            scan.timeMs - firstMs < (leastMs.get(point) ?? 0)),
      ),
    );
    if (passing) passing.lastMs = scan.timeMs;
    // A new point after a read elsewhere begins another passing: otherwise visits would be out of order.
    const rest = points.filter((point) => passing?.reads.has(point) !== true);
    if (rest.length === 0) continue;
    if (!passing || passing !== passings.at(-1)) {
      passing = { reads: new Map(), firstMs: scan.timeMs, lastMs: scan.timeMs };
      passings.push(passing);
    }
    for (const point of rest) passing.reads.set(point, scan);
  }
  return passings;
}
