import type { EventCode } from '../model/ids.ts';
import type { PictureVersions, RaceConfig } from '../model/race-config.ts';
import type { EventTotals, Result, StartListRow } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import type { PublicCorrection } from '../news/corrections.ts';
import type { CompactResults } from './compact-results.ts';

/** A position in the feed. Versions are comparable only within an epoch. */
export interface Head {
  readonly epoch: string;
  readonly version: number;
}

/** The `ETag` of a body that shows exactly the state of a head (PROTOCOL.md PR3). */
export function tagOf({ epoch, version }: Head): string {
  return `W/"${epoch}-${version}"`;
}

/** GET /api. */
export interface ResultsBody extends Head {
  readonly runners: { readonly data: readonly Result[] };
  /** When this body was made; clocks use {@link SERVER_TIME_HEADER} or `hello`. */
  readonly serverTime: EpochMs;
  /** Wristbanded runners of every event. */
  readonly totals: EventTotals;
}

/** GET /api/compact: the same as columns. */
export interface CompactResultsBody extends Omit<ResultsBody, 'runners'> {
  /** The setup that defines the columns; absent for the usual race. */
  readonly setup?: string;
  readonly rows: CompactResults;
}

/** GET /api/corrections: the public corrections, newest first. */
export interface CorrectionsBody extends Head {
  readonly corrections: readonly PublicCorrection[];
}

/** GET /starters. */
export interface StartListBody extends Head {
  readonly starters: readonly StartListRow[];
}

/** GET /config, GET /webconfig and PUT /webconfig; the latter two with the organisers' parts of `setup` (RULES.md RD5). */
export interface ConfigBody extends RaceConfig {
  /** The events with a gun but no read at the start; absent if none (RULES.md ST11). */
  readonly massStarts?: readonly EventCode[];
  /** The number of past races in GET /races; absent if none (PROTOCOL.md PA1). */
  readonly pastRaces?: number;
  /** GET /api/corrections lists some; absent if none. */
  readonly isCorrected?: boolean;
  readonly serverTime: EpochMs;
  /** New with every upload, so that the picture is loaded again at once. */
  readonly pictures: PictureVersions;
}

/** Milliseconds since 1970 on every answer, fresh even on a 304. */
export const SERVER_TIME_HEADER = 'x-server-time';

export interface SuccessReply {
  readonly result: 'Success';
}
