import { formatClock } from '#shared/format/format-time.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { USUAL_RANKING } from '#shared/model/ranking.ts';
import { PlaceCounter } from '#shared/scoring/place-counter.ts';
import type { RaceRow, RowStatus } from '#server/race/race-rows.ts';

import { type Cell, spanOf } from './export-table.ts';
import { spellNation } from './nations.ts';

/** A kind of file with one table: its runners in their order, and a heading and a cell for each column. */
export interface FileTable {
  readonly choose: (rows: readonly RaceRow[]) => readonly RaceRow[];
  readonly columns: readonly Column[];
}
type Column = readonly [head: string, cell: (row: RaceRow) => Cell];

/**
 * ITRA: finishers and DNF, men and women in one list (PROTOCOL.md FE4). All cells are texts, so
 * that a time is read as it is written.
 */
export const ITRA: FileTable = {
  choose: (rows) => pick(rows, ['finished', 'dnf']),
  columns: [
    ['Ranking', ({ position }) => position ?? 'DNF'],
    ['Time', ({ totalMs }) => (totalMs === null ? '' : formatClock(totalMs))],
    ['Family name', ({ family }) => family],
    ['First name', ({ given }) => given],
    ['Gender', ({ sex }) => sex],
    ['Birthdate', ({ birthDate }) => birthDate],
    ['Nationality', ({ nationality }) => spellNation(nationality)],
    ['Bib number', ({ bib }) => bib],
  ],
};

/** runbritain: finishers, by gun time (PROTOCOL.md FE5). */
export const RUNBRITAIN: FileTable = {
  choose: (rows) => placeByGun(pick(rows, ['finished'])),
  columns: [
    ['Finishing position', ({ position }) => position],
    ['Bib number', ({ bib }) => bib],
    ['First name', ({ given }) => given],
    ['Surname', ({ family }) => family],
    ['Club', ({ club }) => club],
    ['Gender', ({ sex }) => sex],
    ['Age category', ({ category }) => category],
    ['Age', ({ age }) => age],
    ['Gun time', (row) => spanOf(gunOf(row))],
    ['Chip time', ({ chipMs }) => spanOf(chipMs)],
  ],
};

const ULTRASIGNUP_CODES = { finished: 1, dnf: 2, dns: 3, dsq: 5 } as const;

/** UltraSignup: all entries with a known outcome (PROTOCOL.md FE6). */
export const ULTRASIGNUP: FileTable = {
  choose: (rows) => pick(rows, ['finished', 'dnf', 'dsq', 'dns']),
  columns: [
    ['place', ({ position }) => position],
    ['time', ({ totalMs }) => spanOf(totalMs)],
    ['first', ({ given }) => given],
    ['last', ({ family }) => family],
    ['age', ({ age }) => age],
    ['gender', ({ sex }) => sex],
    ['dob', ({ birthDate }) => birthDate],
    ['bib', ({ bib }) => bib],
    ['status', ({ status }) => ULTRASIGNUP_CODES[status as keyof typeof ULTRASIGNUP_CODES]],
  ],
};

const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  finished: 'finished',
  dnf: 'DNF',
  dns: 'DNS',
  dsq: 'DSQ',
  racing: 'on course',
  awaited: 'not seen yet',
};

/** Everything known about all entries, for the organisers themselves (PROTOCOL.md FE2). */
export function layOutEverything(stages: readonly Stage[]): FileTable {
  return {
    choose: (rows) => rows,
    columns: [
      ['Place', ({ position }) => position],
      ['Status', ({ status }) => STATUS_WORDS[status]],
      ['Bib', ({ bib }) => bib],
      ['First name', ({ given }) => given],
      ['Last name', ({ family }) => family],
      ['Club', ({ club }) => club],
      ['Category', ({ category }) => category],
      ['Sex', ({ sex }) => sex],
      ['Date of birth', ({ birthDate }) => birthDate],
      ['Age', ({ age }) => age],
      ['Nationality', ({ nationality }) => nationality],
      ['Private', ({ isPrivate }) => (isPrivate ? 'yes' : '')],
      ['Total', ({ totalMs }) => spanOf(totalMs)],
      ['Gun time', ({ gunMs }) => spanOf(gunMs)],
      ['Chip time', ({ chipMs }) => spanOf(chipMs)],
      ...stages.map(({ slot, name }): Column => [name, ({ splitsMs }) => spanOf(splitsMs[slot])]),
    ],
  };
}

/** A checkpoint of the course: its slot in `splitsMs`, its code and its name. */
export interface Stage {
  readonly slot: number;
  readonly code: string;
  readonly name: string;
}

function pick(rows: readonly RaceRow[], statuses: readonly RowStatus[]): readonly RaceRow[] {
  // In the order of `statuses`; rows with the same status keep their order.
  return statuses.flatMap((status) => rows.filter((row) => row.status === status));
}

/** The total stands in for an unknown gun time. */
function gunOf({ gunMs, totalMs }: RaceRow): DurationMs | null {
  return gunMs ?? totalMs;
}

function placeByGun(finishers: readonly RaceRow[]): readonly RaceRow[] {
  const places = new PlaceCounter(USUAL_RANKING);
  return finishers
    .toSorted((a, b) => (gunOf(a) ?? 0) - (gunOf(b) ?? 0))
    .map((row) => Object.assign({}, row, { position: places.next(gunOf(row)) }));
}
