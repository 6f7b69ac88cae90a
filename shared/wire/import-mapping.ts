import type { EventCode } from '../model/event.ts';
import type { Runner } from '../model/runner.ts';

/**
 * How the organiser wants a file to be read where its own words do not say it:
 * the text field `mapping` of POST /upload and POST /upload/preview, as JSON.
 */
export interface ImportMapping {
  /** By the header, as a preview names it: the field it is read as, empty for none. */
  readonly columns?: Readonly<Record<string, string>>;
  /** By the value in the event column: the event it means. */
  readonly events?: Readonly<Record<string, EventCode>>;
  /** The event all runners are in, for a file without a column for it. */
  readonly allEvent?: EventCode;
}

/** A value of the event column that is no name of an event; empty for cells without one. */
export interface EventValue {
  readonly value: string;
  /** The rows that have it. */
  readonly rows: number;
  /** What the mapping makes of it; empty while it says nothing. */
  readonly event: EventCode | '';
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

/** The most event values a preview asks about; with more, it is hardly the column of the events. */
export const MAX_EVENT_VALUES = 50;

/** The most characters of an event value a preview asks about. */
export const MAX_EVENT_VALUE_LENGTH = 200;

/** The largest `mapping` that is taken, in bytes. */
export const MAX_MAPPING_BYTES = 64 * 1024;
