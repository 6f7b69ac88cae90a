import { cutPage, listSections } from '#server/features/plain/list-sections.ts';
import {
  type Column,
  figure,
  writeResults,
  writeTable,
} from '#server/features/plain/write-table.ts';
import { writeList } from '#server/features/plain/write-page.ts';
import { type Html, html } from '#server/web/html.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { Starter } from '#shared/model/result.ts';
import {
  type Block,
  type BlockRow,
  describeTeamRules,
  listBlocks,
  type TableView,
} from '#shared/scoring/list-blocks.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

import {
  addressList,
  addressRunner,
  type ArchivePage,
  type ArchiveView,
  linkFrom,
  listViews,
  nameView,
  type Scene,
  START_PAGE,
} from './write-page.ts';

/** Rows on one page of a list: a phone can show them, and most races fit on one. */
const ROWS_A_PAGE = 1_000;
/** Of categories, legs, clubs and teams; further ones are counted, and are in the files. Nothing filters by sex. */
const MOST_ROWS = { ofEach: 100, ofSex: ROWS_A_PAGE, ofAll: 5_000 };

/** The first page: the distances, how many finished each, and the available lists. */
export function writeStart({ race, tabs, texts }: Scene): ArchivePage {
  const parts = tabs.map((tab) => {
    const count =
      tab.kind === 'event'
        ? texts.page.tables.finishers(race.standings.finishers(tab.code).length)
        : '';
    return html`<section>
      <h3>${tab.label} <span class="count">${count}</span></h3>
      <ul class="ways">
        ${listViews(tab).map(
          (view) =>
            html`<li><a href="${addressList(tab.code, view)}">${nameView(view, texts)}</a></li>`,
        )}
      </ul>
    </section>`;
  });
  return { path: START_PAGE, title: texts.page.results.title, kind: 'start', body: parts };
}

/** The pages of a view of a tab, made one at a time. */
export function* listPages(
  scene: Scene,
  tab: ResultsTab,
  view: ArchiveView,
): Generator<ArchivePage> {
  const { texts } = scene;
  const title = view === 'results' ? tab.label : joinParts([tab.label, nameView(view, texts)]);
  const about = { title, tab, view };
  if (tab.kind === 'event' && view !== 'results' && view !== 'print') {
    yield {
      ...about,
      path: addressList(tab.code, view),
      kind: 'tables',
      body: writeBlocks(scene, tab, view),
    };
    return;
  }
  const kind = view === 'print' ? view : 'results';
  const sections = listSections(scene.race, { tab, view: kind, page: 1 }, texts);
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const cut = cutPage(sections, page, ROWS_A_PAGE);
    ({ pages } = cut);
    const path = addressList(tab.code, view, page);
    const wording = {
      race: scene.race,
      choice: { tab, view: kind, page },
      texts,
      running: joinParts([scene.race.config.pageTitle, title, scene.day, scene.standing]),
      addressRunner: (runner: Starter) => linkFrom(path, addressRunner(runner)),
    } as const;
    const tables = writeResults(cut.sections, wording);
    const addressPage = (to: number): string => linkFrom(path, addressList(tab.code, view, to));
    yield { ...about, path, kind, body: writeList(texts, tables, { page, pages }, addressPage) };
  }
}

/** The tables of categories, legs, clubs or teams. */
function writeBlocks(
  { race, texts }: Scene,
  tab: ResultsTab & { readonly kind: 'event' },
  view: TableView,
): Html[] {
  const { standings, config } = race;
  const context = { standings, config, texts: texts.page, most: MOST_ROWS };
  const choice = { view, event: tab.code, sex: undefined, isWhole: true };
  const blocks = listBlocks(choice, context);
  const path = addressList(tab.code, view);
  const rule =
    view === 'teams' &&
    html`<p class="note">${describeTeamRules(choice, standings.courses, texts.page)}</p>`;
  if (blocks.length === 0)
    return [
      html`${rule}
        <p class="nobody">${texts.page.tables.nothing}</p>`,
    ];
  return [html`${rule}`, ...blocks.map((block) => writeBlock(block, path, texts.page))];
}

function writeBlock(
  { title, note, rows, more }: Block,
  path: string,
  { common, tables }: Scene['texts']['page'],
): Html {
  const columns: readonly Column<BlockRow>[] = [
    figure(common.place, ({ place }) => String(place)),
    {
      head: common.runner,
      kind: 'name',
      cell: ({ result, details }) =>
        html`<a href="${linkFrom(path, addressRunner(result))}">${describeName(result, common)}</a>
          <span class="club">${details}</span>`,
    },
    figure(common.time, ({ time }) => time),
  ];
  return html`<section>
    <h3>${title} ${note !== undefined && html`<span class="count">${note}</span>`}</h3>
    ${rows.length > 0 && html`<div class="sheet">${writeTable(columns, rows)}</div>`}
    ${more > 0 && html`<p class="note">${tables.more(more)}</p>`}
    ${rows.length === 0 && more === 0 && html`<p class="note">${tables.nobody}</p>`}
  </section>`;
}
