import type { AgeGroup } from '../model/age-group.ts';
import type { EventCode } from '../model/event.ts';
import type { Runner } from '../model/runner.ts';

/**
 * How the organiser wants a file to be read where its own words do not say it:
 * the text field `mapping` of POST /upload and POST /upload/preview, as JSON.
 */
export interface ImportMapping {
  /** How bytes are read of which the file does not tell what letters they are. */
  readonly encoding?: ByteEncoding;
  /** By the header, as a preview names it: the field it is read as, empty for none. */
  readonly columns?: Readonly<Record<string, string>>;
  /** By the value in the event column: the event it means. */
  readonly events?: Readonly<Record<string, EventCode>>;
  /** The event all runners are in, for a file without a column for it. */
  readonly allEvent?: EventCode;
  /** By the value in the column of the age categories: the category it means, empty for none. */
  readonly categories?: Readonly<Record<string, AgeGroup>>;
  /** What becomes of values of that column that mean nothing here and are not in `categories`. */
  readonly otherCategories?: OtherCategories;
}

/** The encodings of one byte a letter in which programs write names; the likelier first. */
export const BYTE_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'iso-8859-15',
  'iso-8859-14',
  'macintosh',
  'windows-1251',
  'windows-1253',
] as const;
export type ByteEncoding = (typeof BYTE_ENCODINGS)[number];

/** A way to read the letters of a file that does not say how. */
export interface EncodingReading {
  readonly encoding: ByteEncoding;
  /** Some of the names and clubs that come out otherwise in another way, the same in each. */
  readonly names: readonly string[];
  /** The file was read so. None is where somebody has to say it. */
  readonly isUsed: boolean;
}

/** Left empty, or worked out from sex and age on race day where the file tells both. */
export const OTHER_CATEGORIES = ['empty', 'worked-out'] as const;
export type OtherCategories = (typeof OTHER_CATEGORIES)[number];

/** A value of the event column that is no name of an event; empty for cells without one. */
export interface EventValue {
  readonly value: string;
  /** The rows that have it. */
  readonly rows: number;
  /** What the mapping makes of it; empty while it says nothing. */
  readonly event: EventCode;
}

/** A value of the category column that is not spelled as ours are. */
export interface CategoryValue {
  readonly value: string;
  /** The rows that have it. */
  readonly rows: number;
  /** What it is read as; empty for none, null while nobody has said it. */
  readonly ageGroup: AgeGroup | null;
}

/** A runner of a file as the file was read; empty for what it does not tell. */
export interface ImportSample extends Pick<
  Runner,
  'firstName' | 'lastName' | 'event' | 'ageGroup' | 'runClub' | 'bibNumber'
> {
  /** Of the file, counted from 1. */
  readonly line: number;
  readonly bandId: string;
}

/** The most values of one column a preview asks about; with more, it is hardly that column. */
export const MAX_UNKNOWN_VALUES = 50;

/** The most characters of a value a preview asks about. */
export const MAX_UNKNOWN_VALUE_LENGTH = 200;

/** The largest `mapping` that is taken, in bytes. */
export const MAX_MAPPING_BYTES = 64 * 1024;
