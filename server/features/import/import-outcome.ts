import type { EventCode } from '#shared/model/event.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { CategoryValue, EventValue, ImportSample } from '#shared/wire/import-mapping.ts';

import type { ImportColumn } from './column-names.ts';

/** A runner as a file describes them, before the record gives them an id. */
export type NewRunner = Omit<Runner, 'runnerId' | 'rev' | 'earlierBandIds'>;

/** What is wrong with one line of a file, counted from 1; what is wrong with all of it stands on line 1. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

/** The values of a column that are none of ours, of which the first ones are listed. */
export interface ForeignValues<Value> {
  readonly listed: readonly Value[];
  readonly count: number;
}

/** What the header and the columns of events and categories were found to hold, as far as they could be read. */
export interface ImportFindings {
  /** What each column was read as; none when the header cannot be read. */
  readonly columns: readonly ImportColumn[];
  readonly eventValues: ForeignValues<EventValue>;
  readonly categoryValues: ForeignValues<CategoryValue>;
}

export const NO_FINDINGS: ImportFindings = {
  columns: [],
  eventValues: { listed: [], count: 0 },
  categoryValues: { listed: [], count: 0 },
};

/** How much a good file holds. */
export interface ImportTotals {
  readonly runners: number;
  readonly events: Readonly<Record<EventCode, number>>;
  /** Wristbands that are handed out now and that the file gives to nobody. */
  readonly bandsWiped: number;
}

interface GoodFile extends ImportFindings {
  readonly ok: true;
  readonly totals: ImportTotals;
  /** What the organiser should know although it stops nothing. */
  readonly notes: readonly string[];
  readonly samples: readonly ImportSample[];
}

interface BadFile extends ImportFindings {
  readonly ok: false;
  /** The first faults in the order of their lines; what is wrong many times over is told once. */
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** Of {@link faultCount}, those that `faults` does not tell. */
  readonly unlisted: number;
}

/** What a file holds, or every reason why none of its runners is taken. */
export type ImportReading = GoodFile | BadFile;

/** A file read whole, its runners with it. */
export type ImportOutcome = (GoodFile & { readonly runners: readonly NewRunner[] }) | BadFile;
