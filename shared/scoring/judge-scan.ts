import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import type { CountedScans } from './count-scans.ts';
import { isStartScan } from './find-start.ts';
import type { ScoringRules } from './scoring-rules.ts';

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
export interface JudgingContext {
  readonly course: ReadonlySet<TimePoint>;
  readonly gunMs: EpochMs | undefined;
  readonly startMs: EpochMs | undefined;
  readonly counted: CountedScans;
  readonly rules: ScoringRules;
}

/** The verdict on a scan of a band that is held: the first line that applies (RULES.md SC4). */
export function judgeScan(scan: Scan, context: JudgingContext): Verdict {
  const { course, gunMs, startMs, counted, rules } = context;
  if (!scan.points.some((point) => course.has(point))) return 'wrong-course';
  if (scan.points.some((point) => counted.get(point) === scan)) return 'counted';
  if (isStartScan(scan, gunMs, rules)) return 'duplicate';
  if (startMs !== undefined) {
    const isFinishRead = scan.points.includes('finish');
    if (isFinishRead && scan.timeMs < startMs + rules.earliestFinishMs) return 'too-early';
    if (scan.timeMs <= startMs) return 'before-start';
  }
  if (scan.points.some((point) => counted.has(point))) return 'duplicate';
  // A first read of a point after the start that does not count can only be past the finish.
  return 'after-finish';
}
