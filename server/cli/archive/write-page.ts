import { createHash } from 'node:crypto';
import { joinParts } from '#shared/format/isolate-text.ts';
import { posix } from 'node:path';

import type { LiveRace } from '#server/race/live-race.ts';
import { writeFrame, writeLink } from '#server/features/plain/write-page.ts';
import { type Html, html } from '#server/web/html.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import type { Starter } from '#shared/model/result.ts';
import { TABLE_VIEWS, type TableView } from '#shared/scoring/list-blocks.ts';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';
import { type LanguageCode, LANGUAGES, MAIN_LANGUAGE } from '#shared/texts/languages.ts';

/** The views of a tab: lists as on the plain page, and further tables. */
export type ArchiveView = 'results' | 'print' | TableView;

/** The first page, in the folder of its language. */
export const START_PAGE = 'index.html';

/** The folder of a language; the main language is at the top, where people open the first page. */
export function folderOf(language: LanguageCode): string {
  return language === MAIN_LANGUAGE ? '' : `${language}/`;
}

export function addressList(code: TabCode, view: ArchiveView, page = 1): string {
  const parts = [code, ...(view === 'results' ? [] : [view]), ...(page === 1 ? [] : [page])];
  return `results/${parts.join('-')}.html`;
}

/**
 * The path of a runner's page: in one of 256 folders, since USB sticks limit the files of a folder. The bib, as far as
 * file names allow it, is for people; the rest distinguishes runners with the same bib.
 */
export function addressRunner({ runnerId, bibNumber }: Starter): string {
  const hash = createHash('sha256').update(runnerId).digest('hex');
  const bib = bibNumber.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const parts = [...(bib === '' ? [] : [bib.slice(0, 20)]), hash.slice(2, 10)];
  return `runners/${hash.slice(0, 2)}/${parts.join('-')}.html`;
}

/** A relative link from one file of the folder to another, valid wherever the folder is. */
export function linkFrom(path: string, to: string): string {
  return posix.relative(posix.dirname(path), to);
}

/** The folder of all files except pages. */
export const FILES = 'files';

export interface Scene {
  readonly race: LiveRace;
  readonly tabs: readonly ResultsTab[];
  readonly texts: ServerTexts;
  /** `Saturday, 20 June 2026`; empty where no start was set. */
  readonly day: string;
  /** Since when the results are official. */
  readonly standing: string;
}

export interface ArchivePage {
  /** In the folder of its language. */
  readonly path: string;
  readonly title: string;
  readonly tab?: ResultsTab | undefined;
  readonly view?: ArchiveView | undefined;
  /** The class for the style sheet. */
  readonly kind: string;
  readonly body: readonly Html[];
  /** Whether search engines should skip it. */
  readonly isUnlisted?: boolean;
}

export function listViews({ kind }: ResultsTab): readonly ArchiveView[] {
  return kind === 'special' ? ['results', 'print'] : ['results', 'print', ...TABLE_VIEWS];
}

export function nameView(view: ArchiveView, { page }: ServerTexts): string {
  if (view === 'results') return page.results.title;
  return view === 'print' ? page.results.print : page.tables.views[view];
}

/** Writes a whole document, without scripts or references outside the folder (COMMANDS.md PU1). */
export function writePage(scene: Scene, page: ArchivePage): string {
  const { race, texts, tabs, day, standing } = scene;
  const { path, title, tab, view, kind, body, isUnlisted = false } = page;
  const { pageTitle } = race.config;
  const own = folderOf(texts.code) + path;
  const file = (name: string): string => linkFrom(own, `${FILES}/${name}`);
  const results = tab?.kind === 'event' ? `results-${tab.code}` : 'results';
  const head = html`${isUnlisted && html`<meta name="robots" content="noindex" />`}
    <title>${title === pageTitle ? title : joinParts([title, pageTitle])}</title>
    <link rel="icon" href="${file('logo.png')}" type="image/png" />
    <link rel="stylesheet" href="${file('style.css')}" />`;
  return writeFrame({
    texts,
    head: head.text,
    kind,
    header: html`<img src="${file('logo.png')}" alt="" />
      <div>
        <h1>${writeLink({ name: pageTitle, to: linkFrom(path, START_PAGE) })}</h1>
        <p class="as-of">${joinParts([day, standing])}</p>
      </div>`,
    races: tabs.map(({ label, code }) => ({
      name: label,
      to: linkFrom(path, addressList(code, 'results')),
      isHere: code === tab?.code,
    })),
    views: (tab ? listViews(tab) : []).map((one) => ({
      name: nameView(one, texts),
      to: linkFrom(path, addressList(tab?.code ?? '', one)),
      isHere: one === view,
    })),
    title,
    body,
    footer: [
      { name: texts.plain.csv, to: file(`${results}.csv`), isFile: true },
      ...LANGUAGES.filter(({ code }) => code !== texts.code).map(({ code, name }) => ({
        name,
        to: linkFrom(own, folderOf(code) + path),
        language: code,
      })),
    ],
  });
}
