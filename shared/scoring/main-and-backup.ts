import type { Courses } from '../model/courses.ts';
import type { PointSetup } from '../model/race-setup.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '../model/time.ts';

/** Reads at a point within this time of the previous one belong to one passing. */
const SAME_PASSING_MS = MINUTE_MS;

/**
 * The reads that another read of the same passing replaces, by the race's rules for its points (RULES.md MB1):
 * backups where a main source read the runner as well, and all but the read that the point picks. `scans` are in the
 * order of their time, `course` the points of the runner's. Empty where no point has a rule.
 */
export function findPassedOver(
  scans: readonly Scan[],
  courses: Courses,
  course: ReadonlySet<TimePoint>,
): ReadonlySet<Scan> {
  const points = courses.chosenPoints.filter(({ id }) => course.has(id));
  if (points.length === 0) return NONE;
  const kept = new Set<Scan>();
  const passedOver = new Set<Scan>();
  for (const point of points) {
    for (const passing of listPassings(scans, point.id)) {
      const chosen = choose(passing, point);
      for (const scan of passing) (chosen.includes(scan) ? kept : passedOver).add(scan);
    }
  }
  // A read that counts at one of the points of its mat stays, whatever happens at another.
  for (const scan of passedOver) {
    const isElsewhere = scan.points.some(
      (id) => course.has(id) && points.every((point) => point.id !== id),
    );
    if (kept.has(scan) || isElsewhere) passedOver.delete(scan);
  }
  return passedOver;
}

const NONE: ReadonlySet<Scan> = new Set();

function listPassings(scans: readonly Scan[], point: string): readonly Scan[][] {
  const passings: Scan[][] = [];
  let lastMs: EpochMs = -Infinity;
  for (const scan of scans) {
    if (!scan.points.includes(point)) continue;
    if (scan.timeMs - lastMs < SAME_PASSING_MS) passings.at(-1)?.push(scan);
    else passings.push([scan]);
    lastMs = scan.timeMs;
  }
  return passings;
}

/** At the start all reads of the line with precedence stay: the last of them is the own start (RULES.md ST4). */
function choose(passing: readonly Scan[], { id, sources = [], pick }: PointSetup): readonly Scan[] {
  const lineOf = ({ source }: Scan): string | undefined =>
    sources.find((one) => one.source === source)?.line;
  const mats = passing.filter(({ isByHand }) => !isByHand);
  const main = mats.filter((scan) => lineOf(scan) === 'main');
  const others = mats.filter((scan) => lineOf(scan) !== 'backup');
  const first = [main, others, mats, passing].find(({ length }) => length > 0) ?? [];
  return id === 'start' || pick === undefined ? first : first.slice(...RANGES[pick]);
}

const RANGES = { first: [0, 1], last: [-1] } as const;
