import type { AgeGroup, EventCode } from '../model/event.ts';
import type { Runner } from '../model/runner.ts';

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

/** A value of the event column that names no event; empty for cells without one. */
export interface EventValue {
  readonly value: string;
  readonly rows: number;
  /** Its event in the mapping; empty without one. */
  readonly event: EventCode;
}

/** A value of the category column in another spelling. */
export interface CategoryValue {
  readonly value: string;
  readonly rows: number;
  /** The category it is read as; empty for none, null while nobody has chosen. */
  readonly ageGroup: AgeGroup | null;
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
