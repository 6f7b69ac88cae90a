import { asScanId, type BandId, type ScanId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { DurationMs, EpochMs } from './time.ts';

/** A read of a wristband. Never edited; scoring interprets it. */
export interface Scan {
  readonly scanId: ScanId;
  readonly bandId: BandId;
  /** Several for a mat such as `start,finish`. */
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  /** The scanner, or the author of a time by hand. */
  readonly source: string;
  /** Somebody pressed a button (RULES.md HT). */
  readonly isByHand?: true;
}

/** A scan in the record. */
export interface StoredScan extends Scan {
  /** The scanner's journal and the number in it; absent for plain publishes. */
  readonly session?: string;
  readonly seq?: number;
  /** When the scanner, or the instance that took a plain publish, received it, by its own clock. */
  readonly receivedMs: EpochMs;
  /** When Redis received it, by the clock of Redis; absent if not stored. */
  readonly arrivedMs?: EpochMs;
  /** Read from a file: its arrival means nothing. */
  readonly isReplay?: true;
}

/** A source's name is part of ids and file names. */
export const SOURCE_FORM = /^[\w.-]{1,40}$/;

/** The id of a scan, derived from its content, so that resending it changes nothing. */
export function createScanId(scan: Omit<Scan, 'scanId'>): ScanId {
  return asScanId(`${scan.source}:${scan.bandId}:${scan.points.join(',')}:${scan.timeMs}`);
}

/** A connection to a reader; empty while connected, or without one. */
export interface ReaderConnection {
  /** Unreachable since, by the scanner's clock. */
  readonly awaySinceMs?: EpochMs | undefined;
  /** The scanner listens, and no reader has connected yet. */
  readonly isAwaited?: true | undefined;
}

/** Absent fields were not reported. */
export interface ReaderCondition extends ReaderConnection {
  /** As written by the reader: `64 %`, `24.1 V`. */
  readonly battery?: string;
  readonly isBatteryLow?: boolean;
  /** Negative if its clock is behind; 0 if right to a second. */
  readonly aheadMs?: DurationMs;
}
