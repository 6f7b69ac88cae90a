import { quoteGiven } from '#shared/model/text-rules.ts';

import {
  badLine,
  type LineFormat,
  type LineParser,
  type LineResult,
  type ReaderParts,
  SKIP,
} from './line-format.ts';
import { Locations, readChip, spellTime, sumOf } from './read-fields.ts';

/** Chip 7, time 12, device 2, reader 2, antenna 1, lap 3, sequence 4, date 6, checksum 2. */
const V1_FORM = /^([\dA-Z]{7})(\d\d:\d\d:\d\d\.\d{3})[^@]{8}[\dA-F]{4}(\d{6})([\dA-F]{2})$/;
const CHIP_FORM = /^[\dA-Z]{7}$/i;
const NAME = 'Splitcast';
/** Longest battery text that is passed on, in characters. */
const MOST_BATTERY = 12;

/**
 * The frames of MYLAPS Timing & Scoring and Toolkit, `location@Function@…@$`: passings of version 1 (`Store`, fixed
 * columns with a checksum) and of version 2 (`Passing`, `key=value|…`). A numbered message is acknowledged once it is in
 * the journal, bad records too: an unacknowledged one is repeated every 20 seconds for ever.
 */
export const MYLAPS: LineFormat = {
  name: 'mylaps',
  recognises: (line) =>
    /^[^@]*@(?:Ping|Pong|Store|Passing|Marker|AckPing|GetLocations|AckGetInfo)(?:@|$)/.test(
      trimFrame(line),
    ),
  takesAll: true,
  createParser: (parts) => new Session(parts),
};

/** NULs, CR and LF around frames mean nothing. */
function trimFrame(text: string): string {
  // oxlint-disable-next-line no-control-regex -- real software sends NULs
  return text.replaceAll(/^[\0\s]+|[\0\s]+$/g, '');
}

/** A connection, which may carry several locations. */
class Session implements LineParser {
  readonly framing = 'dollars';
  readonly #parts: ReaderParts;
  readonly #locations: Locations;
  #isWelcome = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#locations = new Locations(parts.racePoints);
  }

  ping(): string {
    return this.#isWelcome ? answer('Ping') : '';
  }

  parse(text: string): LineResult {
    const frame = trimFrame(text);
    if (frame === '') return SKIP;
    const [location = '', name = '', ...rest] = frame.split('@');
    // Each part is followed by `@`; some devices leave out the last one.
    const parts = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
    switch (name) {
      case 'Ping':
        this.#locations.note(location);
        return { kind: 'frame', answer: answer('AckPing') };
      case 'Pong':
        return this.#welcome(location);
      case 'Store':
        return this.#parsePassings('AckStore', location, parts, parseV1);
      case 'Passing':
        return this.#parsePassings('AckPassing', location, parts, parseV2);
      case 'Marker':
        return parseMessage('AckMarker', parts, (text) => describeMarker(location, text));
      case 'AckPing':
        this.#locations.note(location);
        return SKIP;
      case 'GetLocations':
      case 'AckGetLocations':
        for (const part of parts) this.#locations.note(part.replace(/^ln=/, ''));
        return SKIP;
      case 'AckGetInfo':
        return describeDevice(parts);
      default:
        return badLine(`${quoteGiven(name)} is no message of a MYLAPS reader`);
    }
  }

  #welcome(location: string): LineResult {
    this.#locations.note(location);
    const first = this.#isWelcome ? '' : answer('GetLocations') + answer('GetInfo');
    this.#isWelcome = true;
    return { kind: 'frame', answer: answer('AckPong', 'Version2.1') + first };
  }

  /** Without a point for the location nothing is acknowledged: the passings come again once the operator names it. */
  #parsePassings(
    reply: string,
    location: string,
    parts: readonly string[],
    parse: (record: string, read: ReadPassing) => LineResult,
  ): LineResult {
    const place = this.#locations.find(location);
    if (typeof place === 'string') return badLine(place);
    const read: ReadPassing = (chip, time) => readChip(chip, time, this.#parts, place.points);
    return parseMessage(reply, parts, (record) => parse(record, read));
  }
}

type ReadPassing = (chip: string, time: string) => LineResult;

/** Parses records, which are followed by the number that acknowledges them together. */
function parseMessage(
  reply: string,
  parts: readonly string[],
  parse: (record: string) => LineResult,
): LineResult {
  const isNumbered = parts.length > 1 && /^\d{1,12}$/.test(parts.at(-1) ?? '');
  const number = isNumbered ? parts.at(-1) : undefined;
  const results = (number === undefined ? parts : parts.slice(0, -1)).map(parse);
  // The reader sends an incomplete message again.
  if (number === undefined) results.push(badLine('the message is not whole: it has no number'));
  return {
    kind: 'frame',
    parts: results,
    answer: number === undefined ? undefined : answer(reply, number),
  };
}

function parseV1(record: string, read: ReadPassing): LineResult {
  const [, chip = '', time = '', date = '', sum] = V1_FORM.exec(record) ?? [];
  if (sum === undefined) return badLine(`${quoteGiven(record)} is not a passing`);
  if (sumOf(record.slice(0, -2)) === sum) return read(chip, spellTime(date, time));
  return badLine(`${quoteGiven(record)} does not agree with its checksum`);
}

function parseV2(record: string, read: ReadPassing): LineResult {
  const { c: chip = '', utc, d: date = '', t: time = '' } = parseFields(record);
  if (!CHIP_FORM.test(chip)) return badLine(`${quoteGiven(record)} is not a passing`);
  // Milliseconds, independent of a zone.
  if (utc !== undefined && /^\d{13}$/.test(utc)) return read(chip, utc);
  if (utc !== undefined) return badLine(`${quoteGiven(utc)} is not a time`);
  if (!/^\d{6}$/.test(date)) return badLine(`${quoteGiven(record)} has no date`);
  return read(chip, `${spellTime(date, '')} ${time}`);
}

function answer(name: string, ...parts: readonly string[]): string {
  return `${[NAME, name, ...parts].join('@')}@$`;
}

function parseFields(record: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(record.split('|').map((field) => field.split('=', 2)));
}

/** A gun or another press of a button, which is no read. */
function describeMarker(location: string, record: string): LineResult {
  return { kind: 'frame', note: `marker at ${quoteGiven(location)}: ${quoteGiven(record)}` };
}

function describeDevice(parts: readonly string[]): LineResult {
  const { bat: battery } = parseFields(parts.join('|'));
  if (battery === undefined) return SKIP;
  return { kind: 'frame', state: { battery: battery.slice(0, MOST_BATTERY) } };
}
