import type { Scan } from '../model/scan.ts';
import { CHECKPOINTS, type TimePoint } from '../model/time-point.ts';
import { KOM_SEGMENTS, type KomSegment } from './course.ts';
import { isStartScan, type RunnerStart } from './find-start.ts';
import type { ScoringRules } from './scoring-rules.ts';
import type { EpochMs } from '../model/time.ts';

/** The one scan that counts at each point of the course. */
export type CountedScans = ReadonlyMap<TimePoint, Scan>;

/** Chooses, from a runner's scans in order, the one that counts at each point of their course. */
export function countScans(
  scans: readonly Scan[],
  course: ReadonlySet<TimePoint>,
  start: RunnerStart,
  rules: ScoringRules,
): CountedScans {
  const counted = new Map<TimePoint, Scan>();
  const count = (point: TimePoint, scan: Scan | undefined): void => {
    if (scan) counted.set(point, scan);
  };
  // Without a start there is nothing to be too early for (RULES.md ST7).
  const startMs = start.startMs ?? -Infinity;

  count('start', start.ownScan);
  const finish = scans.find(
    (scan) => scan.timeMs >= startMs + rules.earliestFinishMs && scan.points.includes('finish'), // FN1
  );
  count('finish', finish);
  const finishMs = finish?.timeMs ?? Infinity;
  for (const point of CHECKPOINTS) {
    if (!course.has(point)) continue;
    const first = scans.find((scan) => scan.timeMs > startMs && scan.points.includes(point));
    if (first && first.timeMs <= finishMs) count(point, first); // CP2
  }
  for (const segment of KOM_SEGMENTS) {
    if (!course.has(segment.start)) continue;
    const climb = findClimb(scans, segment, startMs);
    count(segment.start, climb.start);
    count(segment.end, climb.end);
  }
  return counted;
}

/**
 * The scans at both ends of a climb (RULES.md KM1, KM2). An end that no start
 * precedes is still a sign of the runner: its first read counts, without a time.
 */
function findClimb(
  scans: readonly Scan[],
  segment: KomSegment,
  startMs: number,
): { start: Scan | undefined; end: Scan | undefined } {
  const findAfter = (point: TimePoint, timeMs: number): Scan | undefined =>
    scans.find((scan) => scan.timeMs > timeMs && scan.points.includes(point));
  const start = findAfter(segment.start, startMs);
  const end = start && findAfter(segment.end, start.timeMs);
  return { start, end: end ?? findAfter(segment.end, startMs) };
}

/** What became of a scan; the rule for each is in RULES.md SC4. */
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

/** The verdict on every scan of a wristband that no runner holds (RULES.md SC1). */
export const UNASSIGNED: Verdict = 'unassigned';

/** All that a verdict depends on beside the scan. */
interface JudgingContext {
  readonly course: ReadonlySet<TimePoint>;
  readonly gunMs: EpochMs | undefined;
  readonly startMs: EpochMs | undefined;
  readonly counted: CountedScans;
  /** The times by hand in whose place a mat counts (RULES.md HT2). */
  readonly evidence: ReadonlySet<Scan>;
  readonly rules: ScoringRules;
}

/** The verdict on a scan of a band that is held: the first line that applies (RULES.md SC4). */
export function judgeScan(scan: Scan, context: JudgingContext): Verdict {
  const { course, gunMs, startMs, counted, evidence, rules } = context;
  if (!scan.points.some((point) => course.has(point))) return 'wrong-course';
  if (scan.points.some((point) => counted.get(point) === scan)) return 'counted';
  if (evidence.has(scan) || isStartScan(scan, gunMs, rules)) return 'duplicate';
  if (startMs !== undefined) {
    const isFinishRead = scan.points.includes('finish');
    if (isFinishRead && scan.timeMs < startMs + rules.earliestFinishMs) return 'too-early';
    if (scan.timeMs <= startMs) return 'before-start';
  }
  if (scan.points.some((point) => counted.has(point))) return 'duplicate';
  // A first read of a point after the start that does not count can only be past the finish.
  return 'after-finish';
}
