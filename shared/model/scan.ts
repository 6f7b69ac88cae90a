import { asScanId, type BandId, type ScanId } from './ids.ts';
import type { EpochMs } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** One read of a wristband. Never edited; what it means is worked out by scoring. */
export interface Scan {
  readonly scanId: ScanId;
  readonly bandId: BandId;
  /** The points the mat serves: one, or several for a mat such as `start,finish`. */
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  /** The scanner that read it; of a time by hand who took it. */
  readonly source: string;
  /** No mat read it: somebody pressed a button as they crossed (RULES.md HT). */
  readonly isByHand?: true;
}

/** A scan as the record keeps it, with where and when it came in. */
export interface StoredScan extends Scan {
  /** The scanner's journal and the place in it; absent for reads taken from a plain publish. */
  readonly session?: string;
  readonly seq?: number;
  /** When the scanner, or the instance that heard a published read, had it: by its own clock. */
  readonly receivedMs: EpochMs;
  /** When Redis took it, by the clock of Redis; absent from what is not stored yet and in old records. */
  readonly arrivedMs?: EpochMs;
}

/** What the name of a source must look like: it becomes part of ids and file names. */
export const SOURCE_FORM = /^[\w.-]{1,40}$/;

/**
 * The id of a scan, made of all it says: the same read sent twice, by a replay
 * or after a lost reply, is the same scan.
 */
export function createScanId(scan: Omit<Scan, 'scanId'>): ScanId {
  return asScanId(`${scan.source}:${scan.bandId}:${scan.points.join(',')}:${scan.timeMs}`);
}
