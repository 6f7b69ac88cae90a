import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until no text is cut off or overflows the screen, unless it can be scrolled into view. */
export async function expectNoCutTexts(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(listCutTexts)).toEqual([]);
}

/** Waits until no short word, number or category is broken over two lines, as in a column that is too narrow. */
export async function expectWholeWords(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(listBrokenWords)).toEqual([]);
}

/** Runs in the page. */
function listBrokenWords(): string[] {
  const mostNamed = 20;
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!isShown(text)) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
      /(?<!\S)(?:[a-z]{2,7}|\d[\d:.,/]*|[a-z]{1,2}(?:-\u2060?[a-z]{2,4}|u?\d\d))(?!\S)/gi,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
        broken.push(`${word} in “${text.nodeValue?.slice(0, 40)}”`);
      }
    }
  }
  return broken;

  function isShown(text: Node): boolean {
    let box = text.parentElement;
    if (!box?.checkVisibility()) return false;
    // Visually hidden.
    for (; box; box = box.parentElement)
      if (getComputedStyle(box).clipPath !== 'none') return false;
    return broken.length < mostNamed;
  }
}

/** Runs in the page: lists partly invisible texts, and the element that cuts each. */
function listCutTexts(): string[] {
  /** Overflow up to this cuts no visible part. */
  const slackPx = 2;
  const cut: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!parent || text.nodeValue?.trim() === '' || !parent.checkVisibility()) continue;
    // Never visible as a whole.
    if (parent.closest('.visually-hidden, .skip-link, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const line = range.getBoundingClientRect();
    const by = findCutter(line, parent);
    if (by !== undefined) cut.push(`${text.nodeValue?.slice(0, 40)} — by ${by}`);
  }
  return cut;

  function findCutter(line: DOMRect, from: Element): string | undefined {
    let box: Element | null = from;
    for (; box; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, textOverflow, position } = getComputedStyle(box);
      if (clipPath !== 'none') return undefined;
      if (/auto|scroll/.test(overflowX + overflowY)) return undefined;
      if (box === document.body || box === document.documentElement) break;
      const frame = box.getBoundingClientRect();
      const isCut = /hidden|clip/.test(overflowX + overflowY) && isOutside(line, frame);
      // The title has the whole text.
      if (isCut && textOverflow === 'ellipsis' && box.closest('[title]')) return undefined;
      if (isCut) return `${box.tagName.toLowerCase()}.${box.className}`;
      if (position === 'fixed') break;
    }
    const isOff = line.right > innerWidth + slackPx || line.left < -slackPx;
    return isOff ? 'the edge of the screen' : undefined;
  }

  function isOutside(line: DOMRect, frame: DOMRect): boolean {
    return (
      line.right > frame.right + slackPx ||
      line.left < frame.left - slackPx ||
      line.bottom > frame.bottom + slackPx ||
      line.top < frame.top - slackPx
    );
  }
}
