import type { EventCode } from '../model/event.ts';
import type {
  CategoryValue,
  EncodingReading,
  EventValue,
  ImportSample,
  OpenDates,
} from './import-mapping.ts';
import type { ChangedValue } from './runners-api.ts';

/** GET /backups, newest first. */
export interface BackupEntry {
  readonly backupId: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  /** The version of the change that made it: the newer backup has the higher one. */
  readonly version: number;
  readonly runners: number;
  readonly scans: number;
}

/** The counts of the present race. */
export interface RecordCounts {
  readonly runners: number;
  readonly scans: number;
}

/** GET /backups/present: what an import would replace. */
export interface PresentCounts extends RecordCounts {
  /** Wristbands that are handed out. */
  readonly bands: number;
}

/** How the runners of a file are imported: they replace all others, or are merged. */
export const IMPORT_MODES = ['replace', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportMerge {
  readonly added: number;
  /** Entries that the file changes, and those that it leaves unchanged. */
  readonly merged: number;
  readonly unchanged: number;
  readonly samples: readonly MergeSample[];
  /**
   * Runners who were seen or reported and would be out, at another distance, or have another time: the first ones, a
   * line each. POST /upload takes their number as `confirm` and refuses (409) when there are more.
   */
  readonly asked: { readonly count: number; readonly listed: readonly string[] };
}

export interface MergeSample {
  readonly line: number;
  /** As the record has it before the merge. */
  readonly name: string;
  readonly bibNumber: string;
  /** `band none → 501`. */
  readonly changes: readonly string[];
}

/** POST /upload/preview: what an import would do, before anything is written. */
export interface ImportPreview {
  readonly runners: number;
  /** The runners of each distance. */
  readonly events: Readonly<Record<EventCode, number>>;
  /** How the letters were read; null for a file that is UTF-8 or UTF-16 or names its encoding. */
  readonly encoding: EncodingReading | null;
  /**
   * Each column of the file and its field; empty for an ignored one. `asks` are the fields that somebody has to choose
   * from.
   */
  readonly columns: readonly {
    readonly header: string;
    readonly field: string;
    readonly asks?: readonly string[];
  }[];
  /** Values of the event column that name no event, the most frequent first. */
  readonly eventValues: readonly EventValue[];
  /** Such values beyond those listed. */
  readonly moreEventValues: number;
  /** Values of the column of age categories in another spelling. */
  readonly categoryValues: readonly CategoryValue[];
  readonly moreCategoryValues: number;
  /** Dates of birth for which somebody has to choose the order of day and month; null where it is known. */
  readonly openDates: OpenDates | null;
  readonly notes: readonly string[];
  /** Only with `mode` `merge`. */
  readonly merge?: ImportMerge;
  /** Some runners as they would be entered; empty while there are faults. */
  readonly samples: readonly ImportSample[];
  /**
   * A fault repeated on many lines is listed once, with their number. `isChoice`: what the sender can choose, such as the
   * event that a name means; one for each, on however many lines.
   */
  readonly faults: readonly {
    readonly line: number;
    readonly message: string;
    readonly isChoice?: true;
  }[];
  /** How many faults there are; a line may have several. */
  readonly faultCount: number;
  /** How many of `faultCount` are choices. */
  readonly choiceCount: number;
  /** Faults that `faults` does not list. */
  readonly moreFaults: number;
  /**
   * The present counts, and how many wristbands in use the file gives to nobody. POST /upload takes the number of scans
   * as `confirm` and refuses (409) when there are more.
   */
  readonly overwrites: RecordCounts & { readonly bands: number };
}

/** GET /backups/:backupId: what restoring it would do. */
export interface RestorePreview {
  readonly now: RecordCounts;
  /** The counts after it. */
  readonly after: RecordCounts;
  /** The part of `after.scans` that came in since the backup was made. */
  readonly scansKept: number;
  /** How many private runners the public would see by name. */
  readonly shownAgain: number;
  /** The settings that differ now, each with its present value and the one in the backup. */
  readonly settings: readonly ChangedValue[];
}

/** POST /backups/:backupId/restore. */
export interface RestoreBody {
  readonly settings?: boolean;
}

/** The answer to POST /backups/:backupId/restore. */
export interface RestoreReply {
  readonly restored: BackupEntry;
  /** The scans there are now: those of the backup and those that came in since. */
  readonly scans: number;
  /** The backup of the state before. */
  readonly backupId: string;
}
