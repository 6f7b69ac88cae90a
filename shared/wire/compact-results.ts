import type { Courses } from '../model/courses.ts';
import { SEXES } from '../model/race-setup.ts';
import type { RunnerStatus, UnrankedResult } from '../model/result.ts';
import { completeResult } from '../scoring/present-result.ts';

/** Columns of a table as text that is short, compresses well and is fast to parse. */

type Numbers = (number | null)[];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_VALUES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value === -1 ? undefined : value;
});

/** A digit holds this many values, and twice as many with the mark for a following one. */
const BASE = 32;

/**
 * Whole numbers, each as its difference to the one before, in base64 VLQ as in source maps. The code 0 is null, so all
 * others are one higher than usual.
 */
function packNumbers(values: readonly (number | null)[]): string {
  const digits: number[] = [];
  let before = 0;
  for (const value of values) {
    let code = 0;
    if (value !== null) {
      const step = value - before;
      code = 1 + (step < 0 ? -2 * step - 1 : 2 * step);
      before = value;
    }
    while (code >= BASE) {
      digits.push(DIGITS.charCodeAt(BASE + (code % BASE)));
      code = Math.floor(code / BASE);
    }
    digits.push(DIGITS.charCodeAt(code));
  }
  // Concatenating letter by letter takes longer than making the letters.
  const parts: string[] = [];
  for (let from = 0; from < digits.length; from += CODES_A_CALL) {
    parts.push(String.fromCharCode(...digits.slice(from, from + CODES_A_CALL)));
  }
  return parts.join('');
}

/** A call takes some ten thousand arguments on any machine. */
const CODES_A_CALL = 4_096;

function unpackNumbers(packed: string): Numbers {
  const values: Numbers = [];
  let before = 0;
  let code = 0;
  let weight = 1;
  for (let at = 0; at < packed.length; at += 1) {
    const digit = DIGIT_VALUES[packed.charCodeAt(at)] ?? 0;
    if (digit >= BASE) {
      code += (digit - BASE) * weight;
      weight *= BASE;
      continue;
    }
    code += digit * weight - 1;
    weight = 1;
    if (code === -1) values.push(null);
    else {
      before += code % 2 === 1 ? -(code + 1) / 2 : code / 2;
      values.push(before);
    }
    code = 0;
  }
  return values;
}

/** Separates joined texts, which compress better and parse faster than a list. */
const SEPARATOR = '|';

/** Joined texts, or a list where one of them contains the separator. */
type Texts = string | readonly string[];

function packTexts(texts: readonly string[]): Texts {
  return texts.some((text) => text.includes(SEPARATOR)) ? texts : texts.join(SEPARATOR);
}

function unpackTexts(packed: Texts, count: number): readonly string[] {
  if (typeof packed !== 'string') return packed;
  return count === 0 ? [] : packed.split(SEPARATOR);
}

/** Texts with many repetitions: each once, and its index in every row. */
interface Words {
  readonly count: number;
  readonly words: Texts;
  readonly at: string;
}

function packWords(texts: readonly string[]): Words {
  const places = new Map<string, number>();
  const at = texts.map((text) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { count: places.size, words: packTexts([...places.keys()]), at: packNumbers(at) };
}

function unpackWords({ count, words, at }: Words): readonly string[] {
  const texts = unpackTexts(words, count);
  return unpackNumbers(at).map((place) => texts[place ?? -1] ?? '');
}

const UUID_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const UUID_DIGITS = 32;

/** Ids: their digits in one text where all are UUIDs, as after an import. */
type Ids = { readonly uuids: string } | { readonly texts: Texts };

function packIds(ids: readonly string[]): Ids {
  return ids.every((id) => UUID_FORM.test(id))
    ? { uuids: ids.join('').replaceAll('-', '') }
    : { texts: packTexts(ids) };
}

function unpackIds(packed: Ids, count: number): readonly string[] {
  if ('texts' in packed) return unpackTexts(packed.texts, count);
  return Array.from({ length: count }, (_, row) => {
    const digits = packed.uuids.slice(row * UUID_DIGITS, (row + 1) * UUID_DIGITS);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  });
}

/** Fields that differ in most rows. */
const TEXT_FIELDS = ['firstName', 'lastName', 'bibNumber'] as const;
/** Fields that are equal in many rows. */
const WORD_FIELDS = ['runClub', 'ageGroup', 'events', 'status'] as const;

/**
 * The columns of times by name: the total and the start, the disqualified, the sex of the entry, then the checkpoints and the climbs by their
 * codes.
 */
function timesOf({
  slots,
  climbs,
}: Courses): readonly (readonly [name: string, read: (row: UnrankedResult) => number | null])[] {
  return [
    ['total', (row) => row.totalMs],
    ['started', (row) => row.startedAtMs],
    ['lapCount', (row) => row.laps ?? null],
    ['categoryTotal', (row) => row.categoryMs ?? null],
    // Not a time, but left out like one if nobody has any.
    ['disqualified', (row) => (row.isDisqualified ? 1 : null)],
    ['entrySex', (row) => (row.sex ? SEXES.indexOf(row.sex) : null)],
    ...slots.map(
      ({ code }, slot) => [code, (row: UnrankedResult) => row.splitsMs[slot] ?? null] as const,
    ),
    ...climbs.map(
      ({ code, index }) => [code, (row: UnrankedResult) => row.komsMs[index] ?? null] as const,
    ),
  ];
}

/** The rows of GET /api as columns, without derived values: places, and times as text (PROTOCOL.md CL35). */
export interface CompactResults {
  readonly count: number;
  readonly runnerId: Ids;
  readonly texts: Readonly<Record<(typeof TEXT_FIELDS)[number], Texts>>;
  readonly words: Readonly<Record<(typeof WORD_FIELDS)[number], Words>>;
  /** Without columns in which nobody has a time. */
  readonly times: Readonly<Record<string, string>>;
}

/** Packs rows as columns. */
export function packResults(rows: readonly UnrankedResult[], courses: Courses): CompactResults {
  const columnOf = <Name extends keyof UnrankedResult>(name: Name): UnrankedResult[Name][] =>
    rows.map((row) => row[name]);
  const times = timesOf(courses).map(([name, read]) => [name, rows.map(read)] as const);
  const timed = times.filter(([, values]) => values.some((timeMs) => timeMs !== null));
  return {
    count: rows.length,
    runnerId: packIds(columnOf('runnerId')),
    texts: packEach(TEXT_FIELDS, (name) => packTexts(columnOf(name))),
    words: packEach(WORD_FIELDS, (name) => packWords(columnOf(name))),
    times: Object.fromEntries(timed.map(([name, values]) => [name, packNumbers(values)])),
  };
}

function packEach<Name extends string, Packed>(
  names: readonly Name[],
  pack: (name: Name) => Packed,
): Record<Name, Packed> {
  return Object.fromEntries(names.map((name) => [name, pack(name)])) as Record<Name, Packed>;
}

/** Parses what {@link packResults} made: without a column of times nobody has one. */
export function unpackResults(packed: CompactResults, courses: Courses): UnrankedResult[] {
  const { count, texts, words, times } = packed;
  const [firstNames, lastNames, bibs] = TEXT_FIELDS.map((field) =>
    unpackTexts(texts[field], count),
  );
  const [clubs, groups, events, statuses] = WORD_FIELDS.map((field) => unpackWords(words[field]));
  const columns = timesOf(courses).map(([name]) => unpackNumbers(times[name] ?? ''));
  const [totals, starts, laps, categoryTotals, disqualified, sexes, ...splits] = columns;
  const koms = splits.splice(courses.slots.length);
  // A function of its own is compiled sooner than a loop of this size.
  const readRow = (runnerId: string, row: number): UnrankedResult => {
    const event = events?.[row] ?? '';
    const known = {
      runnerId,
      firstName: firstNames?.[row] ?? '',
      lastName: lastNames?.[row] ?? '',
      runClub: clubs?.[row] ?? '',
      ageGroup: groups?.[row] ?? '',
      sex: SEXES[sexes?.[row] ?? -1],
      bibNumber: bibs?.[row] ?? '',
      events: event,
      status: (statuses?.[row] ?? 'racing') as RunnerStatus,
      isDisqualified: disqualified?.[row] === 1,
      totalMs: totals?.[row] ?? null,
      startedAtMs: starts?.[row] ?? null,
      splitsMs: readTimes(splits, row),
      komsMs: readTimes(koms, row),
      laps: laps?.[row],
      categoryMs: categoryTotals?.[row],
    };
    return completeResult(known, courses.rankingOf(event).rounding);
  };
  return unpackIds(packed.runnerId, count).map(readRow);
}

function readTimes(columns: readonly Numbers[], row: number): Numbers {
  return columns.map((column) => column[row] ?? null);
}
