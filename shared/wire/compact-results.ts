import { isPlainObject } from '../model/json-object.ts';
import type { EventCode } from '../model/event.ts';
import type { RunnerStatus, UnrankedResult } from '../model/result.ts';
import { RUNNER_STATUSES } from '../model/result.ts';
import { CHECKPOINTS } from '../model/time-point.ts';
import { KOM_SEGMENTS } from '../scoring/course.ts';
import { completeResult } from '../scoring/present-result.ts';
import type { Ids, Numbers, Texts, Words } from './columns.ts';
import {
  packIds,
  packNumbers,
  packTexts,
  packWords,
  unpackIds,
  unpackNumbers,
  unpackTexts,
  unpackWords,
} from './columns.ts';

/** Fields in which most rows differ. */
const TEXT_FIELDS = ['firstName', 'lastName', 'bibNumber'] as const;
/** Fields in which many rows are alike. */
const WORD_FIELDS = ['runClub', 'ageGroup', 'events', 'status'] as const;

/** The columns of times by name: the total, then the checkpoints and the climbs by their codes. */
const TIMES: readonly (readonly [name: string, read: (row: UnrankedResult) => number | null])[] = [
  ['total', (row) => row.totalMs],
  ...CHECKPOINTS.map(
    (point, slot) => [point, (row: UnrankedResult) => row.splitsMs[slot] ?? null] as const,
  ),
  ...KOM_SEGMENTS.map(
    ({ code, index }) => [code, (row: UnrankedResult) => row.komsMs[index] ?? null] as const,
  ),
];
const FIRST_KOM = 1 + CHECKPOINTS.length;

/**
 * The rows of GET /api as columns, without what follows from the rest: places,
 * and times as text (PROTOCOL.md CL35).
 */
export interface CompactResults {
  readonly count: number;
  readonly runnerId: Ids;
  readonly texts: Readonly<Record<(typeof TEXT_FIELDS)[number], Texts>>;
  readonly words: Readonly<Record<(typeof WORD_FIELDS)[number], Words>>;
  /** Without those in which nobody has a time. */
  readonly times: Readonly<Record<string, string>>;
}

/** The rows that were read, in their order. */
export interface UnpackedResults {
  readonly results: UnrankedResult[];
  /** How many rows are left out, since something in them is not known here. */
  readonly leftOut: number;
}

/** Packs rows column by column; others can have a turn after each. */
function* packInSteps(rows: readonly UnrankedResult[]): Generator<void, CompactResults> {
  const runnerId = packIds(rows.map((row) => row.runnerId));
  yield;
  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], Texts>> = {};
  for (const field of TEXT_FIELDS) {
    texts[field] = packTexts(rows.map((row) => row[field]));
    yield;
  }
  const words: Partial<Record<(typeof WORD_FIELDS)[number], Words>> = {};
  for (const field of WORD_FIELDS) {
    words[field] = packWords(rows.map((row) => row[field]));
    yield;
  }
  const times: Record<string, string> = {};
  for (const [name, read] of TIMES) {
    const column = rows.map(read);
    if (column.some((timeMs) => timeMs !== null)) times[name] = packNumbers(column);
    yield;
  }
  return {
    count: rows.length,
    runnerId,
    texts: texts as CompactResults['texts'],
    words: words as CompactResults['words'],
    times,
  };
}

/** {@link packInSteps} in one go. */
export function packResults(rows: readonly UnrankedResult[]): CompactResults {
  const steps = packInSteps(rows);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Reads what {@link packInSteps} made, here or in another release: columns that
 * nobody knows here are passed over, and without a column of times nobody has
 * one. Undefined when a column does not fit.
 */
export function unpackResults(packed: unknown): UnpackedResults | undefined {
  if (!isPlainObject(packed)) return undefined;
  const { count, texts, words, times } = packed;
  if (typeof count !== 'number') return undefined;
  if (!isPlainObject(texts) || !isPlainObject(words) || !isPlainObject(times)) return undefined;
  const ids = unpackIds(packed['runnerId'], count);
  const [firstNames, lastNames, bibs] = TEXT_FIELDS.map((field) =>
    unpackTexts(texts[field], count),
  );
  const [clubs, groups, events, statuses] = WORD_FIELDS.map((field) =>
    unpackWords(words[field], count),
  );
  const [totals, ...splits] = TIMES.map(([name]) => unpackTimes(times[name], count));
  const koms = splits.splice(FIRST_KOM - 1);
  if (!ids || !firstNames || !lastNames || !bibs || !clubs || !groups || !events || !statuses) {
    return undefined;
  }
  if (!totals || !isWhole(splits) || !isWhole(koms)) return undefined;
  // A function of its own is compiled sooner than a loop of this size.
  const readRow = (runnerId: string, row: number): UnrankedResult | undefined => {
    const status = statuses[row];
    const event = events[row];
    if (runnerId === '' || !event || !isStatus(status)) return undefined;
    return completeResult({
      runnerId,
      firstName: firstNames[row] ?? '',
      lastName: lastNames[row] ?? '',
      runClub: clubs[row] ?? '',
      ageGroup: groups[row] ?? '',
      bibNumber: bibs[row] ?? '',
      // An event that is not known here is dealt with where the row would be listed (PR28).
      events: event as EventCode,
      status,
      totalMs: totals[row] ?? null,
      splitsMs: readTimes(splits, row),
      komsMs: readTimes(koms, row),
    });
  };
  const results = ids.map(readRow).filter((row) => row !== undefined);
  return { results, leftOut: count - results.length };
}

function unpackTimes(packed: unknown, count: number): Numbers | undefined {
  return packed === undefined ? [] : unpackNumbers(packed, count);
}

function readTimes(columns: readonly Numbers[], row: number): Numbers {
  return columns.map((column) => column[row] ?? null);
}

function isWhole(columns: readonly (Numbers | undefined)[]): columns is Numbers[] {
  return columns.every((column) => column !== undefined);
}

function isStatus(value: unknown): value is RunnerStatus {
  return RUNNER_STATUSES.some((status) => status === value);
}
