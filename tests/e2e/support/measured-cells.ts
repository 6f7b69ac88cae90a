import type { Page } from 'playwright-core';

import { NARROW_PHONE } from './open-page.ts';

/** Fonts of common systems; one that is not installed falls back to another. */
const FACES = ['system-ui', 'DejaVu Sans', 'Roboto', 'Inter', 'Noto Sans'] as const;
const WIDTHS = [NARROW_PHONE.width, 360, 375, 390, 402, 412, 430, 600, 720, 1024] as const;

const SCALES = ['100%', '200%'] as const;

/** Renders the page in each font, size and width, and lists the cells that break, are cut off or overlap in their row. */
export async function listBrokenCells(
  page: Page,
  selectors: readonly string[],
  rows = '[data-runner-id]',
): Promise<string[]> {
  const broken: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const found = await page.evaluate(measureCells, {
      rows,
      selectors,
      faces: FACES,
      scales: SCALES,
    });
    if (found.measured === 0) broken.push(`${width}: none of these cells is there`);
    broken.push(...found.broken.map((text) => `${width} px, ${text}`));
  }
  return broken;
}

interface Asked {
  readonly rows: string;
  readonly selectors: readonly string[];
  readonly faces: readonly string[];
  readonly scales: readonly string[];
}

/** Runs in the page. */
function measureCells({ rows, selectors, faces, scales }: Asked): {
  measured: number;
  broken: string[];
} {
  const word = /\S+/g;
  const leastPx = 1;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const broken: string[] = [];
  let measured = 0;
  for (const face of faces) {
    for (const scale of scales) {
      sheet.replaceSync(`:root { --font: '${face}', sans-serif; font-size: ${scale} }`);
      for (const row of document.querySelectorAll(rows)) {
        measureRow(row, `${face}, ${scale}`);
      }
    }
  }
  document.adoptedStyleSheets = [];
  return { measured, broken };

  function measureRow(row: Element, look: string): void {
    const frame = row.getBoundingClientRect();
    // Without the transparent press target over a row.
    const shown = [...row.children].filter(
      (each) => getComputedStyle(each).position !== 'absolute',
    );
    const boxes = shown.map((cell) => ({ cell, lines: linesOf(cell) }));
    for (const { cell, lines } of boxes) {
      if (!selectors.some((selector) => cell.matches(selector)) || lines.length === 0) continue;
      measured += 1;
      const report = (what: string): number => broken.push(`${look}: ${cell.textContent} ${what}`);
      if (breaks(cell)) report('breaks');
      if (lines.some(({ left, right }) => left < frame.left || right > frame.right))
        report('is cut');
      if (boxes.some((other) => other.cell !== cell && overlap(lines, other.lines))) {
        report('overlaps a neighbour');
      }
    }
  }

  function linesOf(cell: Element): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].filter(({ width }) => width > leastPx);
  }

  /** Whether a word breaks over two lines. */
  function breaks(cell: Element): boolean {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: found, index } of (texts.currentNode.nodeValue ?? '').matchAll(word)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + found.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
          return true;
        }
      }
    }
    return false;
  }

  function overlap(lines: readonly DOMRect[], others: readonly DOMRect[]): boolean {
    return lines.some((a) =>
      others.some(
        (b) =>
          a.left < b.right - leastPx &&
          b.left < a.right - leastPx &&
          // Line boxes are higher than their letters.
          a.top < b.bottom - a.height / 3 &&
          b.top < a.bottom - a.height / 3,
      ),
    );
  }
}
