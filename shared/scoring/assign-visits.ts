import type { Visit } from '../model/courses.ts';
import type { Scan } from '../model/scan.ts';
import { type EpochMs, MINUTE_MS } from '../model/time.ts';
import type { TimePoint } from '../model/time-point.ts';

/** Reads at a point that are nearer to each other are of one passing, however long somebody stands there. */
const SAME_PASSING_MS = MINUTE_MS;

/** A runner comes by a mat. */
interface Passing {
  readonly points: Set<TimePoint>;
  /** The first read counts. */
  readonly scan: Scan;
  lastMs: EpochMs;
}

/**
 * Which read is of which visit, on a course that comes by a point several times (RULES.md VS1 to VS3): the passings
 * are matched with the visits in the order of both, as many as can be; of several ways the one whose
 * visits come first. Returns the first read of each passing by the code of its slot. `reads` are in the order of time.
 */
export function assignVisits(
  reads: readonly Scan[],
  visits: readonly Visit[],
): ReadonlyMap<string, Scan> {
  const passings = listPassings(reads, visits);
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
    const passing = passings[at];
    if (!passing) continue;
    assigned.set(visit.code, passing.scan);
    next = at + 1;
  }
  return assigned;
}

function isAt(passing: Passing | undefined, visit: Visit | undefined): boolean {
  return visit !== undefined && passing?.points.has(visit.point) === true;
}

function listPassings(reads: readonly Scan[], visits: readonly Visit[]): readonly Passing[] {
  const leastMs = new Map<TimePoint, number>();
  for (const { point, leastLegMs } of visits) {
    leastMs.set(point, Math.min(leastMs.get(point) ?? Infinity, leastLegMs));
  }
  const passings: Passing[] = [];
  const last = new Map<TimePoint, Passing>();
  for (const scan of reads) {
    const points = scan.points.filter((point) => leastMs.has(point));
    if (points.length === 0) continue;
    const [before] = points.flatMap((point) => last.get(point) ?? []);
    const least = Math.min(...points.map((point) => leastMs.get(point) ?? 0));
    const isSame =
      before !== undefined &&
      (scan.timeMs - before.lastMs < SAME_PASSING_MS || scan.timeMs - before.scan.timeMs < least);
    const passing = isSame ? before : { points: new Set<TimePoint>(), scan, lastMs: scan.timeMs };
    if (!isSame) passings.push(passing);
    passing.lastMs = scan.timeMs;
    for (const point of points) {
      passing.points.add(point);
      last.set(point, passing);
    }
  }
  return passings;
}
