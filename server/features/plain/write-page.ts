import { type Html, html, writeDocument } from '#server/web/html.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { LANGUAGES } from '#shared/texts/languages.ts';

import { type Choice, type View, VIEWS, writeQuery } from './list-sections.ts';
import type { Wording } from './write-table.ts';

export interface PlainPage extends Wording {
  /** Title, description and the rest of the head. */
  readonly head: string;
  readonly title: string;
  readonly asOf: string;
  readonly tables: readonly Html[];
  readonly pages: number;
  readonly hasLanguage: boolean;
}

/** Whether the results of a choice may still change. */
export function isLive({ race, choice }: Pick<Wording, 'race' | 'choice'>): boolean {
  const { tab, view } = choice;
  if (tab?.kind !== 'event' || view !== 'results') return false;
  return race.standings.onCourse(tab.code).length > 0 && !isClosedFor(tab.code, race.config);
}

export function writePage(page: PlainPage): string {
  const { texts, title, asOf, tables, choice, race } = page;
  const { plain } = texts;
  const document = html`<body class="${choice.view}">
    <header>
      <h1>${race.config.pageTitle}</h1>
      <p class="as-of">${asOf}</p>
    </header>
    ${writeRaces(page)}
    <main>
      <h2 class="title">${title}</h2>
      ${isLive(page) && writeRefresh(page)}
      ${tables.length > 0 ? tables : html`<p class="nobody">${plain.nobody}</p>`}
      ${writePages(page)}
    </main>
    ${writeFooter(page)}
  </body>`;
  const links = `<link rel="icon" href="/favicon.png" type="image/png" />
    <link rel="stylesheet" href="/plain.css" />`;
  return writeDocument(texts.code, `${links}\n    ${page.head}`, document);
}

function writeRaces(page: PlainPage): Html {
  const { texts, choice, race } = page;
  const tabs = listTabs(race.config);
  return html`<nav aria-label="${texts.plain.races}">
      ${tabs.map((tab) =>
        writeLink(page, tab.label, { ...choice, tab, page: 1 }, tab.code === choice.tab?.code),
      )}
    </nav>
    <nav aria-label="${texts.plain.views}" class="views">
      ${listViews(choice).map((view) =>
        writeLink(page, nameView(view, texts), { ...choice, view, page: 1 }, view === choice.view),
      )}
    </nav>`;
}

function listViews({ tab }: Choice): readonly View[] {
  return tab?.kind === 'special' ? ['results', 'print'] : VIEWS;
}

function nameView(view: View, { plain }: ServerTexts): string {
  const names = { ...plain, starters: plain.startList };
  return names[view];
}

function writeRefresh(page: PlainPage): Html | false {
  const { texts, choice } = page;
  if (choice.isStill) return false;
  return html`<p class="note">
    ${texts.plain.reloads} ${writeLink(page, texts.plain.stop, { ...choice, isStill: true }, false)}
  </p>`;
}

function writePages(page: PlainPage): Html | false {
  const { texts, choice, pages } = page;
  if (pages === 1) return false;
  const { plain } = texts;
  const step = (by: number, name: string): Html | false => {
    const to = choice.page + by;
    return to >= 1 && to <= pages && writeLink(page, name, { ...choice, page: to }, false);
  };
  return html`<nav aria-label="${plain.pages}" class="pages">
    ${step(-1, plain.previous)} <span>${plain.pageOf(choice.page, pages)}</span>
    ${step(1, plain.next)}
  </nav>`;
}

function writeFooter(page: PlainPage): Html {
  const { texts, choice } = page;
  const { plain } = texts;
  return html`<footer>
    <a href="/?lang=${texts.code}">${plain.livePage}</a>
    ${writeFiles(page)}
    ${LANGUAGES.filter(({ code }) => code !== texts.code).map(({ code, name }) => {
      const query = new URLSearchParams({ ...writeQuery(choice), lang: code });
      return html`<a href="/plain?${query.toString()}" lang="${code}" hreflang="${code}"
        >${name}</a
      >`;
    })}
  </footer>`;
}

function writeFiles({ texts: { plain }, choice: { tab } }: PlainPage): readonly Html[] {
  const of = tab?.kind === 'event' ? `?race=${tab.code}` : '';
  return [
    html`<a href="/results.csv${of}">${plain.csv}</a>`,
    html`<a href="/results.xlsx${of}">${plain.xlsx}</a>`,
  ];
}

/** A link to another choice, in the language of the address if it has one. */
function writeLink(
  { texts, hasLanguage }: PlainPage,
  name: string,
  to: Choice,
  isHere: boolean,
): Html {
  const language = hasLanguage ? { lang: texts.code } : {};
  const query = new URLSearchParams({ ...writeQuery(to), ...language }).toString();
  return html`<a href="/plain?${query}" ${isHere && html`aria-current="page"`}>${name}</a>`;
}
