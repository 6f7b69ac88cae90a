import type { BandId, ScanId } from './ids.ts';
import type { EpochMs } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** One read of a wristband. Never edited; what it means is worked out by scoring. */
export interface Scan {
  readonly scanId: ScanId;
  readonly bandId: BandId;
  /** The points the mat serves: one, or several for a mat such as `start,finish`. */
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  /** The scanner that read it. */
  readonly source: string;
}
