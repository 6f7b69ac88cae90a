import { type Html, html, writeDocument } from '#server/web/html.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { type LanguageCode, LANGUAGES } from '#shared/texts/languages.ts';

import { type Choice, VIEWS, writeQuery } from './list-sections.ts';
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

export interface PageLink {
  readonly name: string;
  readonly to: string;
  readonly isHere?: boolean;
  /** For a link to another language. */
  readonly language?: LanguageCode;
  readonly isFile?: boolean;
}

/** A page of results without scripts, of the service or of a published race. */
export interface PageFrame {
  readonly texts: ServerTexts;
  /** Title, description, icon and styles, as HTML. */
  readonly head: string;
  /** The class for the style sheet. */
  readonly kind: string;
  readonly header: Html;
  readonly races: readonly PageLink[];
  /** Empty if no race is chosen. */
  readonly views: readonly PageLink[];
  readonly title: string;
  readonly body: readonly Html[];
  readonly footer: readonly PageLink[];
}

export function writeFrame(frame: PageFrame): string {
  const { texts, head, kind, header, races, views, title, body, footer } = frame;
  const document = html`<body class="${kind}">
    <header>${header}</header>
    <nav aria-label="${texts.plain.races}">${races.map(writeLink)}</nav>
    ${
      views.length > 0 &&
      html`<nav aria-label="${texts.plain.views}" class="views">${views.map(writeLink)}</nav>`
    }
    <main>
      <h2 class="title">${title}</h2>
      ${body}
    </main>
    <footer>${footer.map(writeLink)}</footer>
  </body>`;
  return writeDocument(texts.code, head, document);
}

export function writeLink({ name, to, isHere, language, isFile }: PageLink): Html {
  return html`<a
    href="${to}"
    ${isHere && html`aria-current="page"`}
    ${language && html`lang="${language}" hreflang="${language}"`}
    ${isFile && html`download`}
    >${name}</a
  >`;
}

/** The tables of one page of a list, with links to the previous and next page. */
export function writeList(
  { plain, page: { board, tables: words } }: ServerTexts,
  tables: readonly Html[],
  { page, pages }: { readonly page: number; readonly pages: number },
  addressPage: (page: number) => string,
): Html[] {
  const shown = tables.length > 0 ? tables : [html`<p class="nobody">${words.nobody}</p>`];
  if (pages === 1) return [...shown];
  const step = (to: number, name: string): Html | false =>
    to >= 1 && to <= pages && writeLink({ name, to: addressPage(to) });
  const steps = html`<nav aria-label="${plain.pages}" class="pages">
    ${step(page - 1, board.previous)} <span>${plain.pageOf(page, pages)}</span>
    ${step(page + 1, board.next)}
  </nav>`;
  return [...shown, steps];
}

export function writePage(page: PlainPage): string {
  const { texts, title, asOf, tables, pages, choice, race } = page;
  const { plain } = texts;
  const { results } = texts.page;
  const viewNames = { results: results.title, print: results.print };
  const file = choice.tab?.kind === 'event' ? `?race=${choice.tab.code}` : '';
  const links = `<link rel="icon" href="/favicon.png" type="image/png" />
    <link rel="stylesheet" href="/plain.css" />`;
  const list = writeList(texts, tables, { page: choice.page, pages }, (to) =>
    address(page, { ...choice, page: to }),
  );
  return writeFrame({
    texts,
    head: `${links}\n    ${page.head}`,
    kind: choice.view,
    header: html`<h1>${race.config.pageTitle}</h1>
      <p class="as-of">${asOf}</p>`,
    races: listTabs(race.config).map((tab) => ({
      name: tab.label,
      to: address(page, { ...choice, tab, page: 1 }),
      isHere: tab.code === choice.tab?.code,
    })),
    views: VIEWS.map((view) => ({
      name: viewNames[view],
      to: address(page, { ...choice, view, page: 1 }),
      isHere: view === choice.view,
    })),
    title,
    body: list,
    footer: [
      { name: texts.liveResults, to: `/?lang=${texts.code}` },
      { name: plain.csv, to: `/results.csv${file}` },
      ...LANGUAGES.filter(({ code }) => code !== texts.code).map(({ code, name }) => ({
        name,
        to: addressChoice(choice, code),
        language: code,
      })),
    ],
  });
}

/** With the language of the current address, if any. */
function address({ texts, hasLanguage }: PlainPage, choice: Choice): string {
  return addressChoice(choice, hasLanguage ? texts.code : undefined);
}

function addressChoice(choice: Choice, language: LanguageCode | undefined): string {
  const query = new URLSearchParams({ ...writeQuery(choice), ...(language && { lang: language }) });
  return `/plain?${query.toString()}`;
}
