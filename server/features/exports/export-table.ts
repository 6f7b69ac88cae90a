import { stringify } from 'csv-stringify/sync';

import type { LiveRace } from '#server/race/live-race.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode, RunnerId } from '#shared/model/ids.ts';
import { codePoint } from '#shared/model/decisions.ts';
import { findResultsState, splitNames } from '#shared/model/race-config.ts';
import type { Rounding } from '#shared/model/race-setup.ts';
import type { Ranking } from '#shared/model/ranking.ts';
import type { RunnerStatus, Starter, UnrankedResult } from '#shared/model/result.ts';
import { SECOND_MS, showSpan } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { PlaceCounter, valueAt } from '#shared/scoring/rank-keys.ts';
import { findFiledGunAndChip } from '#shared/scoring/score-runner.ts';

/** Null for an empty cell. */
type Cell = string | number | null;

export interface ExportTable<Row> {
  readonly heads: readonly string[];
  /** The row of a runner; must be called once for each, in the order of places. */
  readonly describe: (row: Row) => readonly Cell[];
}

interface ResultsTable extends ExportTable<UnrankedResult> {
  /** With the person and the status to show in place of those of the result. */
  readonly describe: (
    result: UnrankedResult,
    instead?: { readonly shown?: Starter; readonly status?: string },
  ) => readonly Cell[];
}

const FIXED_HEADS = [
  'Race',
  'Place',
  'Bib',
  'First name',
  'Last name',
  'Club',
  'Category',
  'Sex',
  'Sex place',
  'Category place',
  'Status',
  'Total',
  'Gun time',
  'Chip time',
];
const STATUSES: Readonly<Record<RunnerStatus, string>> = {
  finished: 'finished',
  dnf: 'DNF',
  racing: 'on course',
};

/** Lays out the columns (PROTOCOL.md EX2). The headings are always English, for programs. */
export function layOutTable(race: LiveRace, event?: EventCode): ResultsTable {
  const { config, standings, timedByHand } = race;
  const courses = coursesOf(config);
  const slots = event
    ? courses.stagesOf(event).map(({ slot }) => slot)
    : courses.slots.map((_, slot) => slot);
  const koms = courses.climbs.filter(({ events }) => !event || events.includes(event));
  const komNames = splitNames(config.KOMs);
  const groups = new Map<string, PlaceCounter>();
  const nextIn = (group: string, value: number, ranking: Ranking): number => {
    const places = groups.get(group) ?? new PlaceCounter(ranking);
    groups.set(group, places);
    return places.next(value);
  };
  const stages = slots.map((slot) => labelCheckpoint(slot, config, event));
  const climbs = koms.map(({ index, label }) => komNames[index] || label);
  return {
    // A climb often has the name of the stage at its top.
    heads: [
      ...FIXED_HEADS,
      ...stages,
      ...climbs.map((name) => (stages.includes(name) ? `${name} (climb)` : name)),
      'Results',
      'By hand',
    ],
    describe: (result, { shown = result, status: given } = {}) => {
      const { events, status, isDisqualified } = result;
      const sex = courses.sexOf(result);
      const ranking = courses.rankingOf(events);
      const { rounding } = ranking;
      const value = ranking.isRanked ? valueAt(result, 'finish', ranking) : null;
      const scored = race.findScored(result.runnerId as RunnerId);
      const times = scored && findFiledGunAndChip(scored);
      const place = (group: string): number | null =>
        value === null ? null : nextIn(`${events} ${group}`, value, ranking);
      return [
        labelEvent(events, config),
        place(''),
        shown.bibNumber,
        shown.firstName,
        shown.lastName,
        shown.runClub,
        shown.ageGroup,
        courses.sexOf(shown) ?? null,
        sex ? place(sex) : null,
        // In the category, which may be ranked by another time (RULES.md RK14).
        standings.groupPlaceOf(result.runnerId),
        given ?? (isDisqualified ? 'DSQ' : STATUSES[status]),
        status === 'finished' ? writeSpan(result.totalMs, rounding) : null,
        writeSpan(times?.gun, rounding),
        writeSpan(times?.chip, rounding),
        ...slots.map((slot) => writeSpan(result.splitsMs[slot], rounding)),
        ...koms.map(({ index }) => writeSpan(result.komsMs[index])),
        findResultsState([events], config),
        timedByHand.get(result.runnerId)?.map(codePoint).join(', ') ?? null,
      ];
    },
  };
}

/** A time in whole seconds, or in tenths if times are not rounded (RULES.md RK1). */
function writeSpan(spanMs: number | null | undefined, rounding?: Rounding): string | null {
  if (typeof spanMs !== 'number') return null;
  const shownMs = showSpan(spanMs, rounding);
  const time = formatClock(shownMs, 'down');
  return rounding === 'none' ? `${time}.${Math.floor((shownMs / SECOND_MS) * 10) % 10}` : time;
}

/** Marks the text as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';

/** About 10 ms of work, since each runner is scored again. */
const ROWS_A_TURN = 500;

/** Writes CSV (RFC 4180), yielding to other requests. Cells can't be formulas in spreadsheets. */
export async function writeCsv<Row>(
  table: ExportTable<Row>,
  results: Iterable<Row>,
): Promise<Buffer> {
  const texts = [BOM + write([table.heads])];
  let rows: (readonly Cell[])[] = [];
  for (const result of results) {
    rows.push(table.describe(result));
    if (rows.length < ROWS_A_TURN) continue;
    texts.push(write(rows));
    rows = [];
    await yieldToOthers();
  }
  texts.push(write(rows));
  return Buffer.from(texts.join(''));
}

function write(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', escape_formulas: true });
}
