import { createHash } from 'node:crypto';
import { posix } from 'node:path';

import type { TableView } from '#shared/scoring/list-blocks.ts';
import type { Starter } from '#shared/model/result.ts';
import type { TabCode } from '#shared/scoring/tabs.ts';
import { type LanguageCode, MAIN_LANGUAGE } from '#shared/texts/languages.ts';

/** The views of a tab: lists as on the plain page, and further tables. */
export type ArchiveView = 'results' | 'print' | TableView;

/** The page that opens first, in the folder of its language. */
export const START_PAGE = 'index.html';

/** The folder of a language: the main one has its pages at the top, where people open the first one. */
export function folderOf(language: LanguageCode): string {
  return language === MAIN_LANGUAGE ? '' : `${language}/`;
}

export function addressList(code: TabCode, view: ArchiveView, page = 1): string {
  const parts = [code, ...(view === 'results' ? [] : [view]), ...(page === 1 ? [] : [page])];
  return `results/${parts.join('-')}.html`;
}

/**
 * The path of a runner's page: in one of 256 folders, since a stick takes few files in one. The bib is there to be
 * read, as far as any disk allows it; the rest distinguishes runners with the same bib.
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
