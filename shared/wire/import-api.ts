import type { AgeGroup, EventCode } from '../model/ids.ts';
import type { PictureName } from '../model/race-config.ts';
import type { Runner } from '../model/runner.ts';

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

/** What a column of a file can hold, in the order in which it is offered. */
export const IMPORT_FIELDS = [
  'firstName',
  'lastName',
  'event',
  'raceNumber',
  'chips',
  'bibNumber',
  'ageGroup',
  'runClub',
  'overrideTime',
  'mobileNumber',
  'nationality',
  'emergencyContact',
  'emergencyPhone',
  'medicalNote',
  'private',
  'fullName',
  'sex',
  'birthDate',
  'wave',
  'ownStart',
  'startOffset',
  'age',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** One column of a file, with its header as written. */
export interface ImportColumn {
  readonly header: string;
  /** Empty for an ignored one. */
  readonly field: ImportField | '';
  /** What it may be read as; somebody has to choose, or chose. */
  readonly asks?: readonly ImportField[];
}

/** The content of a file of runners as an import would read it. */
export interface ImportFindings {
  /** The runners of each distance. */
  readonly events: Readonly<Record<EventCode, number>>;
  /** How the letters were read; null for a file that is UTF-8 or UTF-16 or names its encoding. */
  readonly encoding: EncodingReading | null;
  readonly columns: readonly ImportColumn[];
  /** Values of the event column that name no event, the most frequent first. */
  readonly eventValues: readonly OtherValue<EventCode | null>[];
  /** Such values beyond those listed. */
  readonly moreEventValues: number;
  /** Values of the column of age categories in another spelling. */
  readonly categoryValues: readonly OtherValue<AgeGroup | null>[];
  readonly moreCategoryValues: number;
  /** Dates of birth for which somebody has to choose the order of day and month; null where it is known. */
  readonly openDates: OpenDates | null;
  /** What the organiser should know although it stops nothing. */
  readonly notes: readonly string[];
  /** Some runners as they would be entered; empty while there are faults. */
  readonly samples: readonly ImportSample[];
  /**
   * A fault repeated on many lines is listed once, with their number. `isChoice`: what the sender can choose, such as the
   * event that a name means; one for each, on however many lines.
   */
  readonly faults: readonly ImportFault[];
  /** How many faults there are; a line may have several. */
  readonly faultCount: number;
  /** How many of `faultCount` are choices. */
  readonly choiceCount: number;
  /** Faults that `faults` does not list. */
  readonly moreFaults: number;
}

/** A fault on one line of a file, counted from 1; a fault of the whole file is on line 1. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
  /** It goes away once the sender says how the file is read. */
  readonly isChoice?: true;
}

/** POST /upload/preview: what an import would do, before anything is written. */
export interface ImportPreview extends ImportFindings {
  readonly runners: number;
  /** Only with `mode` `merge`. */
  readonly merge?: ImportMerge;
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

/**
 * How to read what the file leaves ambiguous: the text field `mapping` of POST /upload and POST /upload/preview, as
 * JSON.
 */
export interface ImportMapping {
  /** The encoding of a file that does not name it. */
  readonly encoding?: ByteEncoding;
  /** By the header, as in a preview: the field it is read as, empty for none. */
  readonly columns?: Readonly<Record<string, string>>;
  /** By the value in the event column: the event it means. */
  readonly events?: Readonly<Record<string, EventCode>>;
  /** The event of all runners, for a file without a column for it. */
  readonly allEvent?: EventCode;
  /** By the value in the column of the age categories: the category it means, empty for none. */
  readonly categories?: Readonly<Record<string, AgeGroup>>;
  /** Whether day or month comes first in an ambiguous date of birth. */
  readonly dateOrder?: DateOrder;
  /** What happens to values of that column that mean nothing and are not in `categories`. */
  readonly otherCategories?: OtherCategories;
}

/** The order of day and month where both are possible: `05/06/1990`. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The ambiguous dates of birth of a file. */
export interface OpenDates {
  /** One of them, as written. */
  readonly example: string;
  readonly header: string;
  /** The order in the mapping; null while nobody has chosen. */
  readonly order: DateOrder | null;
}

/** The single-byte encodings that somebody can choose; the first is the usual one. */
export const BYTE_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'iso-8859-15',
  'iso-8859-14',
  'macintosh',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
] as const;
export type ByteEncoding = (typeof BYTE_ENCODINGS)[number];

/** How a file without an encoding of its own was read. */
export interface EncodingReading {
  readonly encoding: ByteEncoding;
  /** The first names and clubs with letters outside ASCII, at most {@link MAX_NAMES_SHOWN}. */
  readonly names: readonly string[];
}

export const MAX_NAMES_SHOWN = 3;

/** Left empty, or derived from sex and age on race day where the file gives both. */
export const OTHER_CATEGORIES = ['empty', 'worked-out'] as const;
export type OtherCategories = (typeof OTHER_CATEGORIES)[number];

/** A value of a column that is not one of ours; empty for cells without one. */
export interface OtherValue<Meaning extends string | null> {
  readonly value: string;
  readonly rows: number;
  /** What it is read as: an event, or a category, empty for none; null while nobody has chosen. */
  readonly meaning: Meaning;
}

/** A runner as read from a file; fields that it does not have are empty. */
export interface ImportSample extends Pick<
  Runner,
  'firstName' | 'lastName' | 'event' | 'ageGroup' | 'runClub' | 'bibNumber'
> {
  /** In the file, counted from 1. */
  readonly line: number;
  readonly bandId: string;
}

/** The most values of one column a preview asks about; with more, it is hardly that column. */
export const MAX_UNKNOWN_VALUES = 50;

/** The most characters of a value a preview asks about. */
export const MAX_UNKNOWN_VALUE_LENGTH = 200;

/** In bytes. */
export const MAX_MAPPING_BYTES = 64 * 1024;

/** Far longer than any known column name. */
const LONGEST_SPELLED = 200;

/** A header reduced to letters and digits: one key for its spellings. A whole sentence as a header is its own key. */
export function headerKey(header: string): string {
  if (header.length > LONGEST_SPELLED) return header;
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const MEGABYTE = 1024 * 1024;

/** The largest accepted files, in bytes: for POST /upload, /upload-image and /upload-background. */
export const MAX_UPLOAD_BYTES = {
  runners: 10 * MEGABYTE,
  logo: 5 * MEGABYTE,
  background: 20 * MEGABYTE,
} as const;

/** POST /upload-image and /upload-background, status 200. */
export interface PictureReply {
  readonly picture: PictureName;
  /** As in `pictures` of GET /config. */
  readonly version: string;
}
