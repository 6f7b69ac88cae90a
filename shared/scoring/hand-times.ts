import type { BandId, RunnerId, ScanId } from '../model/ids.ts';
import type { Report } from '../model/report.ts';
import type { Scan, StoredScan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import { type DurationMs, SECOND_MS } from '../model/time.ts';

/** A mat's read of the runner within this of a time by hand counts instead of it (RULES.md HT2). */
export const HAND_REACH_MS: DurationMs = 10 * SECOND_MS;

const BY_HAND = 'hand:';

/** The pseudo-band of a runner's times by hand: these stay theirs whatever they wear. */
export function handBandOf(runnerId: RunnerId): BandId {
  return `${BY_HAND}${runnerId}` as BandId;
}

/** The runner of a pseudo-band of times by hand; undefined for a wristband. */
export function findHandRunner(bandId: BandId): RunnerId | undefined {
  return bandId.startsWith(BY_HAND) ? (bandId.slice(BY_HAND.length) as RunnerId) : undefined;
}

/** The id of the read that a report makes, if it makes one. */
export function handScanId(reportId: string): ScanId {
  return `${BY_HAND}${reportId}` as ScanId;
}

/** The read of a time by hand, with its author as the source (RULES.md HT1); undefined for another report. */
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

/** The mat's read at one of the points of a time by hand that is nearest to it, however far; the earlier of two. */
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

/** The times by hand that a mat replaces: they are only evidence (RULES.md HT2). */
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
