import type { LiveRace } from '#server/race/live-race.ts';
import { type Html, html } from '#server/web/html.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { describeName } from '#shared/format/describe-name.ts';
import {
  AHEAD,
  describeTotal,
  listStageTimes,
  locateOnCourse,
} from '#shared/format/describe-result.ts';
import { formatElapsed, formatShort } from '#shared/format/format-time.ts';
import { roundUpToSeconds } from '#shared/model/time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { listSexLeaders, type PlacedFinisher } from '#shared/scoring/rank-keys.ts';

import type { Choice, PageSection } from './list-sections.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string | Html;
  /** For styling: figures are right-aligned, categories don't wrap. */
  readonly kind: 'figure' | 'text' | 'name' | 'category';
}

/** The context for writing rows. */
export interface Wording {
  readonly race: LiveRace;
  readonly choice: Choice;
  readonly texts: ServerTexts;
  /** The heading of each printed page. */
  readonly running: string;
  readonly addressRunner: (runner: Starter) => string;
}

export function writeResults(sections: readonly PageSection[], wording: Wording): Html[] {
  const columns = listResultColumns(wording);
  const tables = sections.map((section) => writeSection(section, columns, wording));
  const leaders = writeLeaders(wording);
  return leaders ? [leaders, ...tables] : tables;
}

/** The first women and men side by side, above the first page of results (RULES.md GP9). */
function writeLeaders({ race, choice, texts, addressRunner }: Wording): Html | undefined {
  const { tab, view, page } = choice;
  if (tab?.kind !== 'event' || view !== 'results' || page > 1) return undefined;
  const sexes = listSexLeaders(race.standings, tab.code);
  if (sexes.length === 0) return undefined;
  const { common } = texts.page;
  const columns: readonly Column<PlacedFinisher>[] = [
    figure(common.place, ({ place }) => String(place)),
    {
      head: common.runner,
      kind: 'name',
      cell: ({ result }) =>
        html`<a href="${addressRunner(result)}">${describeName(result, common)}</a>`,
    },
    figure(common.time, ({ result }) => describeRun(result, race, texts)),
  ];
  return html`<div class="leaders">
    ${sexes.map(
      ({ sex, leaders }) =>
        html`<section>
          <h2>${texts.page.finding.sexes[sex]}</h2>
          <div class="sheet">${writeTable(columns, leaders)}</div>
        </section>`,
    )}
  </div>`;
}

function writeSection(
  { heading, rows, count }: PageSection,
  columns: readonly Column<UnrankedResult>[],
  { choice, running }: Wording,
): Html {
  const isWide = choice.view === 'print';
  const head = joinParts([running, heading]);
  return html`<section class="${isWide ? 'wide' : ''}">
    ${heading !== '' && html`<h2>${heading} <span class="count">${count}</span></h2>`}
    <div
      class="sheet"
      ${isWide && html`tabindex="0" role="region" aria-label="${heading || running}"`}
    >
      ${writeTable(columns, rows, head)}
    </div>
  </section>`;
}

/** `running` is repeated at the top of each printed page. */
export function writeTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  running?: string,
): Html {
  return html`<table>
    <thead>
      ${
        running !== undefined &&
        html`<tr class="running" aria-hidden="true">
          <td colspan="${columns.length}">${running}</td>
        </tr>`
      }
      <tr>
        ${columns.map(({ head, kind }) => html`<th scope="col" class="${kind}">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${columns.map((column) => writeCell(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function writeCell<Row>({ kind, cell }: Column<Row>, row: Row): Html {
  return kind === 'name'
    ? html`<th scope="row" class="name">${cell(row)}</th>`
    : html`<td class="${kind}">${cell(row)}</td>`;
}

function listResultColumns(wording: Wording): Column<UnrankedResult>[] {
  const { race, choice, texts } = wording;
  const { tab, view } = choice;
  const { place, bib, time, category, club, race: raceHead } = texts.page.common;
  const { standings, config } = race;
  const isSpecial = tab?.kind === 'special';
  const isSheet = view === 'print';
  const climb = isSpecial ? standings.courses.findClimb(tab.code) : undefined;
  const placeOf = ({ runnerId }: Starter): number | null =>
    isSpecial ? standings.specialPlaceOf(tab.code, runnerId) : standings.placeOf(runnerId);
  const clubColumn: Column<UnrankedResult> = {
    head: club,
    kind: 'text',
    cell: ({ runClub }) => runClub,
  };
  const categoryOf = ({ ageGroup, events }: UnrankedResult): string =>
    isSpecial ? labelEvent(events, config) : ageGroup;
  const categoryColumn: Column<UnrankedResult> = {
    head: isSpecial ? raceHead : category,
    kind: 'category',
    cell: categoryOf,
  };
  const bibColumn = figure(bib, ({ bibNumber }: UnrankedResult) => bibNumber);
  return [
    figure(place, (row) => String(placeOf(row) ?? '')),
    nameColumn(wording, categoryOf),
    ...(isSheet ? [clubColumn, categoryColumn, bibColumn] : []),
    ...(isSheet && tab?.kind === 'event' ? listStageColumns(wording, tab.code) : []),
    figure(time, (row) =>
      isSpecial ? describeClimb(row, climb?.index ?? -1, texts) : describeRun(row, race, texts),
    ),
  ];
}

function listStageColumns(
  { race: { config, standings }, texts }: Wording,
  event: UnrankedResult['events'],
): Column<UnrankedResult>[] {
  const { courses } = standings;
  return courses.stagesOf(event).map(({ slot }) =>
    figure(labelCheckpoint(slot, config, event), (row) => {
      const times = listStageTimes(row, courses, texts.page.outcome);
      return times.find((stage) => stage.slot === slot)?.time ?? '';
    }),
  );
}

export function figure<Row>(head: string, cell: Column<Row>['cell']): Column<Row> {
  return { head, kind: 'figure', cell };
}

/** Category, bib and club stand under the name, so that a phone has room for all; the print version has columns of them. */
function nameColumn(
  { choice, texts, addressRunner }: Wording,
  categoryOf: (row: UnrankedResult) => string,
): Column<UnrankedResult> {
  const { common } = texts.page;
  return {
    head: common.runner,
    kind: 'name',
    cell: (row) => {
      const { bibNumber, runClub } = row;
      const name = describeName(row, common);
      const bib = bibNumber === '' ? '' : common.bibOf(bibNumber);
      // A private runner is named by the bib.
      const details = joinParts([categoryOf(row), bib !== name && bib, runClub]);
      // In a narrow column the word may be apart from the number, but no number is cut.
      const shown = details.replaceAll('\u00A0', ' ');
      return html`<a href="${addressRunner(row)}">${name}</a>
        ${choice.view === 'results' && html`<span class="club">${shown}</span>`}`;
    },
  };
}

/** The total, or for a runner on course the last split. */
function describeRun(
  row: UnrankedResult,
  { config, standings }: LiveRace,
  { page }: ServerTexts,
): string {
  const ranking = standings.courses.rankingOf(row.events);
  if (row.status !== 'racing') return describeTotal(row, page.outcome, ranking);
  const seen = locateOnCourse(row, standings.courses);
  if (!seen) return page.outcome.started;
  return `${labelCheckpoint(seen.slot, config, row.events)} ${formatElapsed(seen.elapsedMs, ranking.rounding)}`;
}

function describeClimb(row: UnrankedResult, kom: number, { page }: ServerTexts): string {
  const komMs = row.komsMs[kom] ?? 0;
  if (komMs > 0) return formatShort(roundUpToSeconds(komMs));
  return row.status === 'racing' ? AHEAD : page.outcome.noScan;
}
