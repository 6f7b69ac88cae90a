import type { Runner } from '#shared/model/runner.ts';

import type { EventValue, ImportSample } from '#shared/wire/import-mapping.ts';

import type { ImportColumn } from './column-names.ts';

/** A runner as a file describes them, before the record gives them an id. */
export type NewRunner = Omit<Runner, 'runnerId' | 'rev' | 'earlierBandIds'>;

/** What is wrong with one line of a file, counted from 1; what is wrong with all of it stands on line 1. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

/** The event values that are no names of events, of which the first ones are listed. */
export interface EventValues {
  readonly listed: readonly EventValue[];
  readonly count: number;
}

/** What the header and the event column were found to hold, as far as they could be read. */
export interface ImportFindings {
  /** What each column was read as; none when the header cannot be read. */
  readonly columns: readonly ImportColumn[];
  readonly eventValues: EventValues;
}

export const NO_FINDINGS: ImportFindings = { columns: [], eventValues: { listed: [], count: 0 } };

/** A file read whole: its runners, or every reason why none of them is taken. */
export type ImportOutcome = ImportFindings &
  (
    | {
        readonly ok: true;
        readonly runners: readonly NewRunner[];
        /** What the organiser should know although it stops nothing. */
        readonly notes: readonly string[];
        readonly samples: readonly ImportSample[];
      }
    | {
        readonly ok: false;
        /** The first {@link MAX_FAULTS_LISTED} faults in the order of their lines. */
        readonly faults: readonly ImportFault[];
        readonly faultCount: number;
      }
  );

const MAX_FAULTS_LISTED = 100;

/** Collects faults, keeping the count of all and the text of the first ones. */
export class FaultList {
  readonly #listed: ImportFault[] = [];
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(line: number, message: string): void {
    this.#count += 1;
    if (this.#listed.length < MAX_FAULTS_LISTED) this.#listed.push({ line, message });
  }

  toOutcome(findings = NO_FINDINGS): ImportOutcome {
    return { ok: false, faults: this.#listed, faultCount: this.#count, ...findings };
  }
}
