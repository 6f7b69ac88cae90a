import type { Courses } from '../model/courses.ts';
import type { BandId, RunnerId, ScanId } from '../model/ids.ts';
import type { PointSetup } from '../model/race-setup.ts';
import type { Report } from '../model/decisions.ts';
import type { Scan, StoredScan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** A mat's read this close to a time by hand replaces it (RULES.md HT2). */
export const HAND_REACH_MS: DurationMs = 10 * SECOND_MS;

const BY_HAND = 'hand:';

/** The pseudo-band of a runner's times by hand, which do not depend on the wristband worn. */
export function handBandOf(runnerId: RunnerId): BandId {
  return `${BY_HAND}${runnerId}` as BandId;
}

/** The runner of such a pseudo-band; undefined for a wristband. */
export function findHandRunner(bandId: BandId): RunnerId | undefined {
  return bandId.startsWith(BY_HAND) ? (bandId.slice(BY_HAND.length) as RunnerId) : undefined;
}

export function handScanId(reportId: string): ScanId {
  return `${BY_HAND}${reportId}` as ScanId;
}

/** The read that a time by hand makes, with its author as source (RULES.md HT1); undefined for other reports. */
export function handReadOf(report: Report): StoredScan | undefined {
  const { reportId, runnerId, point, atMs, isTimed, saidBy, by, enteredMs } = report;
  if (!isTimed || point === undefined) return undefined;
  return {
    scanId: handScanId(reportId),
    bandId: handBandOf(runnerId),
    points: [point],
    timeMs: atMs,
    source: saidBy ?? by,
    isByHand: true,
    receivedMs: enteredMs,
    arrivedMs: enteredMs,
  };
}

/** The mat's read nearest to a time by hand at one of its points, at any distance; of two the earlier. */
export function findNearestMat(
  { points, timeMs }: Pick<Scan, 'points' | 'timeMs'>,
  scans: readonly Scan[],
  course: ReadonlySet<TimePoint>,
): Scan | undefined {
  const isThere = (scan: Scan): boolean =>
    scan.points.some((point) => course.has(point) && points.includes(point));
  let nearest: Scan | undefined;
  for (const scan of scans) {
    if (scan.isByHand || !isThere(scan)) continue;
    const isNearer = !nearest || Math.abs(scan.timeMs - timeMs) < Math.abs(nearest.timeMs - timeMs);
    if (isNearer) nearest = scan;
  }
  return nearest;
}

const NONE: ReadonlySet<Scan> = new Set();

/** The times by hand that a mat replaces (RULES.md HT2). */
export function findEvidence(
  scans: readonly Scan[],
  course: ReadonlySet<TimePoint>,
): ReadonlySet<Scan> {
  // Most runners have no time by hand.
  if (!scans.some(({ isByHand }) => isByHand)) return NONE;
  return new Set(
    scans.filter((scan) => {
      const mat = scan.isByHand && findNearestMat(scan, scans, course);
      return mat && Math.abs(mat.timeMs - scan.timeMs) <= HAND_REACH_MS;
    }),
  );
}

/** Reads at a point this soon after the previous one belong to the same passing. */
const SAME_PASSING_MS = MINUTE_MS;

/**
 * The reads replaced by others of the same passing, by the rules of their points (RULES.md MB1). `scans` are in the order
 * of their time, `course` has the runner's points.
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
  // A read stays if it counts at any point of its mat.
  for (const scan of passedOver) {
    const isElsewhere = scan.points.some(
      (id) => course.has(id) && points.every((point) => point.id !== id),
    );
    if (kept.has(scan) || isElsewhere) passedOver.delete(scan);
  }
  return passedOver;
}

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

/** At the start all reads of the preferred line stay: the last is the own start (RULES.md ST4). */
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
