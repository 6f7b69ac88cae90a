import { inflateSync } from 'node:zlib';

import type { Page } from 'playwright-core';

export interface Paper {
  /** The number of texts on each page; 0 for a blank one. */
  readonly textsOnPages: readonly number[];
  /** The rows of all its tables, heads included. */
  readonly rows: number;
}

/** Prints a screen on A4. */
export async function printPage(page: Page): Promise<Paper> {
  // One character per byte, so that offsets in the text are those in the file.
  const pdf = (await page.pdf({ format: 'A4', tagged: true })).toString('latin1');
  const objects = readObjects(pdf);
  const pages = objects.filter((object) => /\/Type ?\/Page\b/.test(object ?? ''));
  return {
    textsOnPages: pages.map((object) => {
      const id = /\/Contents (\d+) 0 R/.exec(object ?? '')?.[1];
      return countTexts(objects[Number(id)] ?? '');
    }),
    rows: objects.filter((object) => /\/S ?\/TR\b/.test(object ?? '')).length,
  };
}

/** The objects by number: each from its offset in the file's table to the next one. */
function readObjects(pdf: string): (string | undefined)[] {
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf)?.[1]);
  const entries = pdf.slice(tableAt).matchAll(/^(\d{10}) \d{5} ([fn])/gm);
  const starts = Array.from(entries, ([, at, kind]) => (kind === 'n' ? Number(at) : undefined));
  if (starts.length === 0) throw new Error('The PDF has no table of its objects.');
  const ends = starts.flatMap((at) => at ?? []).toSorted((a, b) => a - b);
  const endOf = new Map(ends.map((at, index) => [at, ends[index + 1] ?? tableAt]));
  return starts.map((at) => (at === undefined ? undefined : pdf.slice(at, endOf.get(at))));
}

/** The number of text operators (`Tj`, `TJ`) of a page. */
function countTexts(content: string): number {
  const [dictionary] = /^[\s\S]*?\bstream\r?\n/.exec(content) ?? [];
  const length = Number(/\/Length (\d+)/.exec(dictionary ?? '')?.[1]);
  if (!dictionary || Number.isNaN(length)) throw new Error('A page of the PDF has no content.');
  const bytes = Buffer.from(content.slice(dictionary.length, dictionary.length + length), 'latin1');
  const text = dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
  return text.toString('latin1').match(/\bT[jJ]\b/g)?.length ?? 0;
}
