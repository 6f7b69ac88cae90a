import { isPlainObject } from '../model/json-object.ts';
import { RUNNER_STATUSES, type RunnerStatus, type UnrankedResult } from '../model/result.ts';
import { SEXES } from '../model/race-setup.ts';
import type { Courses } from '../model/courses.ts';
import { completeResult } from '../scoring/present-result.ts';
import {
  type Ids,
  type Numbers,
  packIds,
  packNumbers,
  packTexts,
  packWords,
  type Texts,
  unpackIds,
  unpackNumbers,
  unpackTexts,
  unpackWords,
  type Words,
} from './columns.ts';

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
    // Where laps or category times rank: a reader that does not know them ranks by the total.
    ['lapCount', (row) => row.laps ?? null],
    ['categoryTotal', (row) => row.categoryMs ?? null],
    // No times, but absent like one: a reader that does not know the first shows DNF.
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

/** The parsed rows, in their order. */
export interface UnpackedResults {
  readonly results: UnrankedResult[];
  /** How many rows are left out because of unknown values. */
  readonly leftOut: number;
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

/**
 * Parses what {@link packResults} made: without a column of times nobody has one. Undefined when a column does not fit.
 */
export function unpackResults(packed: unknown, courses: Courses): UnpackedResults | undefined {
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
  const columns = timesOf(courses).map(([name]) => unpackTimes(times[name], count));
  const [totals, starts, laps, categoryTotals, disqualified, sexes, ...splits] = columns;
  const koms = splits.splice(courses.slots.length);
  if (!ids || !firstNames || !lastNames || !bibs || !clubs || !groups || !events || !statuses) {
    return undefined;
  }
  if (!totals || !starts || !laps || !categoryTotals) return undefined;
  if (!disqualified || !sexes) return undefined;
  if (!isWhole(splits) || !isWhole(koms)) return undefined;
  // A function of its own is compiled sooner than a loop of this size.
  const readRow = (runnerId: string, row: number): UnrankedResult | undefined => {
    const status = statuses[row];
    const event = events[row];
    if (runnerId === '' || !event || !isStatus(status)) return undefined;
    const known = {
      runnerId,
      firstName: firstNames[row] ?? '',
      lastName: lastNames[row] ?? '',
      runClub: clubs[row] ?? '',
      ageGroup: groups[row] ?? '',
      sex: SEXES[sexes[row] ?? -1],
      bibNumber: bibs[row] ?? '',
      // A row of an unknown event is handled where it would be listed (PR28).
      events: event,
      status,
      isDisqualified: disqualified[row] === 1,
      totalMs: totals[row] ?? null,
      startedAtMs: starts[row] ?? null,
      splitsMs: readTimes(splits, row),
      komsMs: readTimes(koms, row),
      laps: laps[row],
      categoryMs: categoryTotals[row],
    };
    return completeResult(known, courses.rankingOf(event).rounding);
  };
  const results = ids.flatMap((id, row) => readRow(id, row) ?? []);
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
