import { asScanId, type BandId, type ScanId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { DurationMs, EpochMs } from './time.ts';

/** One read of a wristband. Never edited; scoring decides what it means. */
export interface Scan {
  readonly scanId: ScanId;
  readonly bandId: BandId;
  /** The points the mat serves: one, or several for a mat such as `start,finish`. */
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  /** The scanner that read it; for a time by hand its author. */
  readonly source: string;
  /** Somebody pressed a button as they crossed; no mat read it (RULES.md HT). */
  readonly isByHand?: true;
}

/** A scan as the record keeps it, with where and when it came in. */
export interface StoredScan extends Scan {
  /** The scanner's journal and the place in it; absent for reads taken from a plain publish. */
  readonly session?: string;
  readonly seq?: number;
  /** When the scanner, or the instance that heard a published read, got it: by its own clock. */
  readonly receivedMs: EpochMs;
  /** When Redis took it, by the clock of Redis; absent from unstored scans and in old records. */
  readonly arrivedMs?: EpochMs;
  /** It was read from a file: its arrival says nothing about when it was read. */
  readonly isReplay?: true;
}

/** The form of a source's name: it becomes part of ids and file names. */
export const SOURCE_FORM = /^[\w.-]{1,40}$/;

/**
 * The id of a scan, made from all its content: the same read sent twice, by a replay or after a lost reply, is the same
 * scan.
 */
export function createScanId(scan: Omit<Scan, 'scanId'>): ScanId {
  return asScanId(`${scan.source}:${scan.bandId}:${scan.points.join(',')}:${scan.timeMs}`);
}

/** A network connection to a reader; neither field while it is there, or where there is none. */
export interface ReaderConnection {
  /** The reader could not be reached since then, by the scanner's clock. */
  readonly awaySinceMs?: EpochMs | undefined;
  /** The scanner listens, and no reader has connected yet. */
  readonly isAwaited?: true | undefined;
}

/** The state of a reader's connection, battery and clock; an absent field was not reported. */
export interface ReaderState extends ReaderConnection {
  /** As the reader writes it: `64 %`, `24.1 V`. */
  readonly battery?: string;
  readonly isBatteryLow?: boolean;
  /** How far its clock is ahead, behind if negative; 0 when it is right to a second. */
  readonly aheadMs?: DurationMs;
}
