import type { RunnerStatus, UnrankedResult } from '../model/result.ts';
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
