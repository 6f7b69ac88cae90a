/** Runs in the page: the touch targets that are too low; a name in a row counts as high as the row. */
export function listSmallTargets(): string[] {
  const leastPx = 44;
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role=tab]',
  );
  return Array.from(targets)
    .filter((each) => each.checkVisibility() && !each.closest('.skip-link, [data-runner-id]'))
    .filter((each) => getComputedStyle(each).display !== 'inline')
    .filter((each) => {
      const label = each instanceof HTMLInputElement ? (each.labels?.[0] ?? each) : each;
      const highPx = Math.max(
        each.getBoundingClientRect().height,
        label.contains(each) ? label.getBoundingClientRect().height : 0,
      );
      return highPx > 1 && highPx < leastPx;
    })
    .map((each) => `${each.tagName} ${each.textContent || each.getAttribute('aria-label')}`);
}

/** Runs in the page: pairs of overlapping texts in the same layer. */
export function listOverlaps(): string[] {
  const slackPx = 3;
  /** The share of the lower box that may be covered: a line box is higher than its letters. */
  const mostCovered = 0.25;
  const mostNamed = 10;
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const lines: { text: string; parent: Element; layer: Element; rect: DOMRect }[] = [];
  const texts = document.createTreeWalker(open, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!parent || text.nodeValue?.trim() === '' || !parent.checkVisibility()) continue;
    if (parent.closest('.visually-hidden, .skip-link, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const layer = layerOf(parent);
    for (const rect of range.getClientRects()) {
      if (rect.width > slackPx && rect.height > slackPx) {
        lines.push({ text: text.nodeValue ?? '', parent, layer, rect });
      }
    }
  }
  lines.sort((a, b) => a.rect.top - b.rect.top);
  const found: string[] = [];
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      if (b.rect.top >= a.rect.bottom - slackPx || found.length >= mostNamed) break;
      if (a.parent === b.parent || a.layer !== b.layer) continue;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (wide > slackPx && high > mostCovered * Math.min(a.rect.height, b.rect.height)) {
        found.push(`“${a.text.slice(0, 40)}” and “${b.text.slice(0, 40)}”`);
      }
    }
  }
  return found;

  /** An element that covers another on purpose has its own layer. */
  function layerOf(element: Element): Element {
    let box: Element | null = element;
    for (; box; box = box.parentElement) {
      if (box === open || /fixed|sticky|absolute/.test(getComputedStyle(box).position)) return box;
    }
    return open;
  }
}
