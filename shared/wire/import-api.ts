import type { EventCode } from '../model/event.ts';
import type { CategoryValue, EncodingReading, EventValue, ImportSample } from './import-mapping.ts';
import type { ChangedValue } from './runners-api.ts';

/** GET /backups, newest first. */
export interface BackupEntry {
  readonly backupId: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  /** The version of the change that made it: the newer backup has the higher one. */
  readonly version: number;
  /** Whether it holds the settings too; those of an earlier release do not. */
  readonly hasSettings: boolean;
  readonly runners: number;
  readonly scans: number;
}

/** How much there is: GET /backups/present, what an import would replace. */
export interface RecordCounts {
  readonly runners: number;
  readonly scans: number;
}

/** How the runners of a file take their place: all others go, or they are added to them. */
export const IMPORT_MODES = ['replace', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** What adding a file to the runners there are would do. */
export interface ImportMerge {
  readonly added: number;
  /** Entries that the file changes, and those it says nothing new of. */
  readonly merged: number;
  readonly unchanged: number;
  readonly samples: readonly MergeSample[];
}

/** An entry that a file changes. */
export interface MergeSample {
  readonly line: number;
  /** As it is now. */
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
  /** The ways to read its letters of which several may be meant; empty where nothing is open. */
  readonly encodings: readonly EncodingReading[];
  /**
   * Each column of the file and what it is taken for; empty for one that is
   * ignored. `asks` are the fields of which somebody has to say which it is.
   */
  readonly columns: readonly {
    readonly header: string;
    readonly field: string;
    readonly asks?: readonly string[];
  }[];
  /** What the event column holds that is no name of an event, the most frequent first. */
  readonly eventValues: readonly EventValue[];
  /** Such values beyond those listed. */
  readonly moreEventValues: number;
  /** What the column of the age categories holds that is not spelled as ours are. */
  readonly categoryValues: readonly CategoryValue[];
  readonly moreCategoryValues: number;
  readonly notes: readonly string[];
  /** With `mode` `merge` alone. */
  readonly merge?: ImportMerge;
  /** Some runners as they would be entered; none while there are faults. */
  readonly samples: readonly ImportSample[];
  /** What is wrong on many lines in the same way is told once, with their number. */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** How many lines are wrong, a line with two faults twice. */
  readonly faultCount: number;
  /** Faults that `faults` does not tell. */
  readonly moreFaults: number;
  /**
   * What is there now, and how many wristbands that are handed out the file gives
   * to nobody. POST /upload takes the number of scans as `confirm` and refuses
   * (409) when there are more.
   */
  readonly overwrites: RecordCounts & { readonly bands: number };
}

/** GET /backups/:backupId: what a restore of it would do. */
export interface RestorePreview {
  readonly now: RecordCounts;
  /** How many there would be. */
  readonly after: RecordCounts;
  /** Those of `after.scans` that came in since the backup was made. */
  readonly scansKept: number;
  /** How many who are private now the public would see by name. */
  readonly shownAgain: number;
  /** The settings that are otherwise now, each as it is and as it was; null if the backup has none. */
  readonly settings: readonly ChangedValue[] | null;
}

/** POST /backups/:backupId/restore. */
export interface RestoreBody {
  /** Bring the settings back too. */
  readonly settings?: boolean;
}

/** The answer to POST /backups/:backupId/restore. */
export interface RestoreReply {
  readonly restored: BackupEntry;
  /** The scans there are now: those of the backup and those that came in since. */
  readonly scans: number;
  /** The backup that was made of what was there before. */
  readonly backupId: string;
}
