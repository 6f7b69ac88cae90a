import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import {
  NO_GAPS,
  type StartCrossing,
  type StartGaps,
  findCrossing,
  findMissedGap,
} from './start-line.ts';
import type { EventRules } from './scoring-rules.ts';

/** When a runner's time runs from, and the scan that shows when they crossed the line. */
export interface RunnerStart {
  /** Undefined when there is neither a gun nor an own start. */
  readonly startMs: EpochMs | undefined;
  readonly gunMs: EpochMs | undefined;
  readonly ownScan: Scan | undefined;
  /** The mats at which they crossed it; undefined without an own start. */
  readonly crossing: StartCrossing | undefined;
}

/**
 * Whether a scan is a start scan (RULES.md ST2): a read at `start`, and on a
 * mat that is the finish too, or that is passed in each lap, only before gun + earliest finish. Without a gun
 * there is no such bound.
 */
export function isStartScan(scan: Scan, gunMs: EpochMs | undefined, rules: EventRules): boolean {
  if (!scan.points.includes('start')) return false;
  const isShared = scan.points.some((point) => rules.afterStart.has(point));
  if (gunMs === undefined || !isShared) return true;
  return scan.timeMs < gunMs + rules.earliestFinishMs;
}

/** Finds the start of a runner from their scans in order (RULES.md ST3 to ST6, ST10). */
export function findStart(
  scans: readonly Scan[],
  course: ReadonlySet<TimePoint>,
  gunMs: EpochMs | undefined,
  rules: EventRules,
  gaps: StartGaps = NO_GAPS,
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
  const ownMs = crossing && crossing.ownMs + findMissedGap(crossing, gaps);
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
