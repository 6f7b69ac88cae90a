import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

/** A good line: a read that only lacks, if it has no time of its own, the moment it is taken in. */
export interface DecodedRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs | undefined;
}

/** A read as the journal keeps it, before it has its place there. */
export interface TakenRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  readonly receivedMs: EpochMs;
}

/** A read with its place in the journal: 1, 2, 3 … */
export interface JournalRead extends TakenRead {
  readonly seq: number;
}
