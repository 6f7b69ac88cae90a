import type { Courses } from '../model/courses.ts';
import { SEXES } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import { completeResult } from '../scoring/present-result.ts';

const TEXT_FIELDS = [
  'firstName',
  'lastName',
  'bibNumber',
  'runClub',
  'ageGroup',
  'events',
  'status',
] as const;
type Texts = { readonly [Field in (typeof TEXT_FIELDS)[number]]: readonly UnrankedResult[Field][] };

/** The rows of GET /api as columns, without derived values: places, and times as text (PROTOCOL.md CL35). */
export interface CompactResults extends Texts {
  /** The hexadecimal digits of all ids in one text where all are UUIDs, as after an import. */
  readonly runnerId: string | readonly string[];
  /** Columns without numbers are left out. */
  readonly numbers: Readonly<Record<string, readonly (number | null)[]>>;
}

/** The columns of numbers. `disqualified` and `entrySex` are numbers too, since few races have any. */
function numbersOf({
  slots,
  climbs,
}: Courses): readonly (readonly [name: string, read: (row: UnrankedResult) => number | null])[] {
  return [
    ['total', (row) => row.totalMs],
    ['started', (row) => row.startedAtMs],
    ['lapCount', (row) => row.laps ?? null],
    ['categoryTotal', (row) => row.categoryMs ?? null],
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

export function packResults(rows: readonly UnrankedResult[], courses: Courses): CompactResults {
  const texts = TEXT_FIELDS.map((field) => [field, rows.map((row) => row[field])] as const);
  const columns = numbersOf(courses).map(([name, read]) => [name, rows.map(read)] as const);
  const used = columns.filter(([, values]) => values.some((value) => value !== null));
  return {
    ...(Object.fromEntries(texts) as unknown as Texts),
    runnerId: packIds(rows.map(({ runnerId }) => runnerId)),
    numbers: Object.fromEntries(used),
  };
}

export function unpackResults(packed: CompactResults, courses: Courses): UnrankedResult[] {
  const { numbers, ...texts } = packed;
  const columns = numbersOf(courses).map(([name]) => numbers[name] ?? []);
  const [totals, starts, laps, categoryTotals, disqualified, sexes, ...splits] = columns;
  const koms = splits.splice(courses.slots.length);
  // The engine compiles a separate function sooner than a loop of this size.
  const readRow = (runnerId: string, row: number): UnrankedResult => {
    const events = texts.events[row] ?? '';
    const known = {
      runnerId,
      firstName: texts.firstName[row] ?? '',
      lastName: texts.lastName[row] ?? '',
      runClub: texts.runClub[row] ?? '',
      ageGroup: texts.ageGroup[row] ?? '',
      sex: SEXES[sexes?.[row] ?? -1],
      bibNumber: texts.bibNumber[row] ?? '',
      events,
      status: texts.status[row] ?? 'racing',
      isDisqualified: disqualified?.[row] === 1,
      totalMs: totals?.[row] ?? null,
      startedAtMs: starts?.[row] ?? null,
      splitsMs: splits.map((column) => column[row] ?? null),
      komsMs: koms.map((column) => column[row] ?? null),
      laps: laps?.[row],
      categoryMs: categoryTotals?.[row],
    };
    return completeResult(known, courses.rankingOf(events).rounding);
  };
  return unpackIds(packed.runnerId).map(readRow);
}

const UUID_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const UUID_DIGITS = /(.{8})(.{4})(.{4})(.{4})(.{12})/g;

function packIds(ids: readonly string[]): CompactResults['runnerId'] {
  return ids.every((id) => UUID_FORM.test(id)) ? ids.join('').replaceAll('-', '') : ids;
}

function unpackIds(packed: CompactResults['runnerId']): readonly string[] {
  if (typeof packed !== 'string') return packed;
  return Array.from(packed.matchAll(UUID_DIGITS), (digits) => digits.slice(1).join('-'));
}
