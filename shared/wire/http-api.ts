import type { EventCode } from '../model/ids.ts';
import type { PictureVersions, RaceConfig } from '../model/race-config.ts';
import type { EventTotals, Result, StartListRow } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import type { PublicCorrection } from '../news/corrections.ts';
import type { CompactResults } from './compact-results.ts';

/** The position of a reader of the feed: versions are compared only within one epoch. */
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
  /** When this body was made; the clock runs on the header {@link SERVER_TIME_HEADER} or `hello`. */
  readonly serverTime: EpochMs;
  /** Wristbanded runners per event, also for an event nobody is listed in yet. */
  readonly totals: EventTotals;
}

/** GET /api/compact: the same as columns, for readers that can parse them. */
export interface CompactResultsBody extends Omit<ResultsBody, 'runners'> {
  /** The setup for parsing the rows (`coursesOf`); absent for the usual race. */
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

/** GET /config; GET /webconfig, and the answer to PUT /webconfig, whose `setup` has the organisers' parts (RULES.md RD5). */
export interface ConfigBody extends RaceConfig {
  /** The events with a gun and without any read at the start; absent when there is none (RULES.md ST11). */
  readonly massStarts?: readonly EventCode[];
  /** How many past races GET /races lists; absent when there is none (PROTOCOL.md PA1). */
  readonly pastRaces?: number;
  /** Whether GET /api/corrections lists any; absent when it does not. */
  readonly isCorrected?: boolean;
  readonly serverTime: EpochMs;
  /** Changes with every upload, so that the address is loaded again at once. */
  readonly pictures: PictureVersions;
}

/** Milliseconds since 1970 on every answer, fresh even on a 304. */
export const SERVER_TIME_HEADER = 'x-server-time';

/** The answer to changes that have nothing more to report. */
export interface SuccessReply {
  readonly result: 'Success';
}
