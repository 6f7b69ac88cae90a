import type { AgeGroup, EventCode } from '../model/ids.ts';
import type { PictureName } from '../model/race-config.ts';

/** GET /backups, newest first. */
export interface BackupEntry {
  readonly backupId: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  /** The version of the change that made it. */
  readonly version: number;
  readonly runners: number;
  readonly scans: number;
}

export interface RecordCounts {
  readonly runners: number;
  readonly scans: number;
}

/** Whether the runners of a file replace all others, or are merged. */
export const IMPORT_MODES = ['replace', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportMerge {
  readonly added: number;
  /** Entries that the file changes, and that it leaves unchanged. */
  readonly merged: number;
  readonly unchanged: number;
  /** Some of the changed entries, a line each. */
  readonly samples: readonly string[];
  /**
   * Runners who were seen or reported and would be out, at another distance, or have another time: the first, a line each.
   * POST /upload takes their number as `confirm`, and refuses (409) if there are more.
   */
  readonly asked: { readonly count: number; readonly listed: readonly string[] };
}

/** The contents of columns, in the order offered. */
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

export interface ImportColumn {
  readonly header: string;
  /** Empty if ignored. */
  readonly field: ImportField | '';
  /** The possible fields, if somebody has to choose. */
  readonly asks?: readonly ImportField[];
}

/** A file of runners as an import would read it. */
export interface ImportFindings {
  /** Runners by distance. */
  readonly events: Readonly<Record<EventCode, number>>;
  /** How letters were decoded; null for UTF-8, UTF-16, or a named encoding. */
  readonly encoding: EncodingReading | null;
  readonly columns: readonly ImportColumn[];
  /** Unknown values of the event column, the most frequent first. */
  readonly eventValues: readonly OtherValue<EventCode | null>[];
  /** Unknown spellings in the column of age categories. */
  readonly categoryValues: readonly OtherValue<AgeGroup | null>[];
  /** Dates of birth that need a choice of day or month first; null if clear. */
  readonly openDates: OpenDates | null;
  /** Remarks that do not prevent an import. */
  readonly notes: readonly string[];
  /** The first ones; equal faults are one with their lines, and so are those of one choice. */
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** The part of `faultCount` that are choices. */
  readonly choiceCount: number;
}

/** A fault on a line, from 1; a fault of the whole file is on line 1. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
  /** The sender can resolve it by a choice, such as the event that a name means. */
  readonly isChoice: boolean;
}

/** POST /upload/preview: what an import would do, before anything is written. */
export interface ImportPreview extends ImportFindings {
  /** As sent, or `merge` once a wristband is in use or a scan is in. */
  readonly mode: ImportMode;
  readonly runners: number;
  /** Only with `mode` `merge`. */
  readonly merge?: ImportMerge;
  /**
   * The record as it is, with the wristbands in use that the file gives to nobody. POST /upload takes the number of scans
   * as `confirm`, and refuses (409) if there are more.
   */
  readonly overwrites: RecordCounts & { readonly bands: number };
}

/** GET /backups/:backupId: what restoring it would do. */
export interface RestorePreview {
  readonly now: RecordCounts;
  readonly after: RecordCounts;
  /** The part of `after.scans` received since the backup. */
  readonly scansKept: number;
  /** Private runners who would be public by name. */
  readonly shownAgain: number;
  /** Distances of runners of the backup that the race no longer has. */
  readonly goneDistances: readonly EventCode[];
}

/** The answer to POST /backups/:backupId/restore. */
export interface RestoreReply {
  readonly restored: BackupEntry;
  /** Those of the backup and those received since. */
  readonly scans: number;
  /** A backup of the replaced state. */
  readonly backupId: string;
}

/** Choices for an ambiguous file: the field `mapping` of POST /upload and POST /upload/preview, as JSON. */
export interface ImportMapping {
  /** Of a file that does not name it. */
  readonly encoding?: ByteEncoding;
  /** The field of each header; empty for none. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The event for each value in the event column; of the empty one also in a file without that column. */
  readonly events?: Readonly<Record<string, EventCode>>;
  /** The category for each value in that column; empty for none. */
  readonly categories?: Readonly<Record<string, AgeGroup>>;
  readonly dateOrder?: DateOrder;
}

/** The order of day and month in ambiguous dates: `05/06/1990`. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Ambiguous dates of birth. */
export interface OpenDates {
  /** One of them as written. */
  readonly example: string;
  readonly header: string;
  /** As chosen; null until then. */
  readonly order: DateOrder | null;
}

/** The single-byte encodings to choose from; the first is the default. */
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

/** The decoding of a file that does not name its encoding. */
export interface EncodingReading {
  readonly encoding: ByteEncoding;
  /** Some names and clubs with letters outside ASCII. */
  readonly names: readonly string[];
}

export const MAX_NAMES_SHOWN = 3;

/** An unknown value of a column. */
export interface OtherValue<Meaning extends string | null> {
  /** Empty for empty cells. */
  readonly value: string;
  readonly rows: number;
  /** An event or a category, empty for none; null until chosen. */
  readonly meaning: Meaning;
}

/** More values than this are hardly those of such a column. */
export const MAX_UNKNOWN_VALUES = 50;

export const MAX_UNKNOWN_VALUE_LENGTH = 200;

/** In bytes. */
export const MAX_MAPPING_BYTES = 64 * 1024;

const LONGEST_SPELLED = 200;

/** Reduces a header to letters and digits, so that its spellings are equal; a whole sentence stays as it is. */
export function headerKey(header: string): string {
  if (header.length > LONGEST_SPELLED) return header;
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const MEGABYTE = 1024 * 1024;

/** In bytes: for POST /upload, /upload-image and /upload-background. */
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
