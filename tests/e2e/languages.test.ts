import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { SERVER_TEXTS } from '#server/web/page-request.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { LANGUAGES, MAIN_LANGUAGE } from '#shared/texts/languages.ts';
import { buildField } from '#tests/support/live-field.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { expectNoCutTexts } from './support/cut-texts.ts';
import { DESK, NARROW_PHONE, PHONE, openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** Without repeated hours. */
const ZONE = 'UTC';

provideRaceInBrowser(async () => {
  const gunMs = Date.now() - 2 * HOUR_MS;
  const runners = buildField(40).map((runner, index) =>
    Object.assign({}, runner, { overrideTime: index < 20 ? `01:${10 + index}:00` : '' }),
  );
  await race.stage(runners, {
    pageTitle: 'Ras Copaon y Preseli a Mynyddoedd y Gogledd',
    startText: 'Cofrestru / Registration 08:00',
    raceStart: formatWallClock(gunMs, ZONE),
    timeZone: ZONE,
  });
  for (const [index, bandID] of ['31', '32', '33', '34'].entries()) {
    await race.publish({ bandID, point: 'cp2', timeMs: gunMs + HOUR_MS + index * MINUTE_MS });
  }
});

/** The spectators' screens, each with a selector of its content. */
const SCREENS = [
  ['/', '[data-runner-id]'],
  ['/?tab=WOD', '[role=tabpanel]'],
  ['/runner/runner-1', 'h1'],
  ['/runner/runner-31', 'h1'],
  ['/runner/runner-31/certificate', 'h1'],
  ['/board?seconds=600', '[data-runner-id]'],
  ['/commentary', '[data-arrivals] [data-row]'],
  ['/race?tab=PB', '[data-dots]'],
  ['/tables?event=PB', 'h2'],
  ['/tables?view=legs&event=PB', 'h2'],
  ['/tables?view=clubs&event=PB', 'h2'],
  ['/tables?view=teams&event=PB', 'h1'],
  ['/nowhere', 'h1'],
] as const;

/** The other languages, each with its share of the screens. */
const TRANSLATED = LANGUAGES.map(({ code }) => code)
  .filter((code) => code !== MAIN_LANGUAGE)
  .map(
    (code, index, { length }) => [code, SCREENS.filter((_, at) => at % length === index)] as const,
  );

/** English texts that differ in another language. */
function listEnglish(english: object, translated: object): string[] {
  return Object.entries(english).flatMap(([name, text]: [string, unknown]): string[] => {
    const other = (translated as Readonly<Record<string, unknown>>)[name];
    if (typeof text === 'object' && text !== null) return listEnglish(text, other as object);
    return typeof text === 'string' && text !== other ? [text.trim()] : [];
  });
}

/** The texts and labels of the page, except those marked as another language. */
function readWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lang = document.documentElement.lang;
    const isOwn = (element: Element | null): boolean =>
      element !== null && element.closest('[lang]')?.getAttribute('lang') === lang;
    const names = ['aria-label', 'placeholder', 'title'];
    const labels = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())]
      .filter((element) => isOwn(element))
      .flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''));
    const words: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (isOwn(texts.currentNode.parentElement)) words.push(texts.currentNode.nodeValue ?? '');
    }
    return [...labels, ...words].map((text) => text.trim()).filter((text) => text !== '');
  });
}

async function findEnglish(page: Page, translated: object): Promise<string[]> {
  const english = listEnglish(allEn, translated);
  return (await readWords(page)).filter((text) => english.includes(text));
}

test.each(TRANSLATED)(
  'in %s no screen has an English text, and nothing is cut on a phone or a desk',
  async (code, screens) => {
    const { page } = await openPage(browser, { viewport: PHONE, reducedMotion: 'reduce' });
    const open = async (path: string, lang: string, selector: string): Promise<void> => {
      const address = new URL(path, race.url);
      address.searchParams.set('lang', lang);
      await page.goto(address.href);
      await page.locator(selector).first().waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(lang);
    };
    for (const [path, selector] of screens) {
      await open(path, code, selector);
      for (const viewport of [NARROW_PHONE, PHONE, DESK]) {
        await page.setViewportSize(viewport);
        await eventually(async () => {
          await expectNoSidewaysScroll(page);
          await expectNoCutTexts(page);
        });
      }
      await expect.poll(() => findEnglish(page, SERVER_TEXTS[code].page)).toEqual([]);
      await expectNoViolations(page);
    }
    // The search does find English.
    await open('/', 'en', '[data-runner-id]');
    await expect.poll(() => findEnglish(page, SERVER_TEXTS[code].page)).not.toEqual([]);
  },
);
