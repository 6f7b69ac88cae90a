import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { expectNoSidewaysScroll, expectNoViolations } from '../support/axe.ts';
import { expectNoCutTexts, expectWholeWords } from '../support/cut-texts.ts';
import { DESK, NARROW_PHONE, PHONE } from '../support/open-page.ts';
import { listOverlaps, listSmallTargets } from './layout-faults.ts';

/** Where pictures are saved (set by `npm run gallery`); undefined to take none. */
const folder = process.env['GALLERY_FOLDER'];

const PICTURED = [
  ['phone', PHONE],
  ['desk', DESK],
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Pictures of long lists are cut here. */
const TALLEST_PX = 2_000;

/**
 * Checks one state of a screen, once `awaited` is there. On a narrow phone, a phone and a desktop nothing overflows, is
 * cut, breaks a number or overlaps; on the phones touch targets are large enough; axe finds nothing in either colour
 * scheme. Takes the four pictures if {@link folder} is set. Leaves the page at desktop size.
 */
export async function lookAt(
  page: Page,
  name: string,
  awaited?: Locator | string | RegExp,
): Promise<void> {
  if (typeof awaited === 'string' || awaited instanceof RegExp)
    await page.getByText(awaited).first().waitFor();
  else await awaited?.first().waitFor();
  // Elements in transition would be measured midway.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of [NARROW_PHONE, PHONE, DESK]) {
    await page.setViewportSize(size);
    // Each check waits: drawings follow a resize with a delay.
    await expectNoSidewaysScroll(page);
    await expectNoCutTexts(page);
    await expectWholeWords(page);
    await expect.poll(() => page.evaluate(listOverlaps)).toEqual([]);
    if (size !== DESK) await expect.poll(() => page.evaluate(listSmallTargets)).toEqual([]);
  }
  await expectNoViolations(page);
  if (folder !== undefined) await takePictures(page, join(folder), name);
}

async function takePictures(page: Page, into: string, name: string): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const [sizeName, size] of PICTURED) {
    await page.setViewportSize(size);
    // With a dialog only the viewport is covered.
    const high = await page.evaluate(() =>
      document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
    );
    const height = Math.max(size.height, Math.min(high, TALLEST_PX));
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(into, `${name}.${sizeName}.${colorScheme}.png`),
        clip: { x: 0, y: 0, width: size.width, height },
        fullPage: true,
      });
    }
  }
  await page.setViewportSize(DESK);
  await writeContactSheet(into);
}

/** A page with all pictures, one row per state; rewritten after each state. */
async function writeContactSheet(into: string): Promise<void> {
  const files = (await readdir(into)).filter((file) => file.endsWith('.png'));
  const names = [...new Set(files.map((file) => file.split('.')[0] ?? ''))].toSorted();
  const rows = names.map((name) => {
    const pictures = files
      .filter((file) => file.startsWith(`${name}.`))
      .toSorted()
      .map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`);
    return `<section><h2>${name}</h2>${pictures.join('')}</section>`;
  });
  const style =
    'body{font:16px sans-serif;background:#888}section{margin:1em}img{height:420px;margin:4px;vertical-align:top}';
  await writeFile(
    join(into, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${rows.join('\n')}\n`,
  );
}
