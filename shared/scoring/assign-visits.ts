import type { Visit } from '../model/laid-out-course.ts';
import type { Scan } from '../model/scan.ts';
import { type EpochMs, MINUTE_MS } from '../model/time.ts';
import type { TimePoint } from '../model/time-point.ts';

/** Reads at a point closer together than this belong to one passing, however long somebody stands there. */
const SAME_PASSING_MS = MINUTE_MS;

interface Passing {
  /** The first read at each point counts. */
  readonly reads: Map<TimePoint, Scan>;
  readonly firstMs: EpochMs;
  lastMs: EpochMs;
}

/** The points at which a read can be of a visit. */
type PointsOf = (scan: Scan) => readonly TimePoint[];

/**
 * Assigns reads to visits on a course that passes a point several times (RULES.md VS1 to VS3): the passings are matched
 * with the visits in the order of both, as many as possible; of several matchings the one whose visits come first.
 * Returns the first read of each passing by the code of its slot. `reads` are in the order of time; `pointsOf` leaves
 * out a point where a read cannot be of the visit, such as a finish that is too early.
 */
export function assignVisits(
  reads: readonly Scan[],
  visits: readonly Visit[],
  pointsOf: PointsOf = ({ points }) => points,
): ReadonlyMap<string, Scan> {
  const passings = listPassings(reads, visits, pointsOf);
  // most[p][v]: how many of the passings from p on can be matched with the visits from v on.
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
    // A mat of several points can show it at each of them: the finish has no shortest leg.
    let passing = passings.findLast(({ reads: its, firstMs, lastMs }) =>
      points.some(
        (point) =>
          its.has(point) &&
          (scan.timeMs - lastMs < SAME_PASSING_MS ||
            scan.timeMs - firstMs < (leastMs.get(point) ?? 0)),
      ),
    );
    if (passing) passing.lastMs = scan.timeMs;
    // If the runner was elsewhere in between, a new point belongs to another passing: else visits would be out of
    // order.
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
