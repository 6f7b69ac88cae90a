import { STORAGE_KEYS, hasOwnRace, ofDevice, readText } from '#client/live/text-storage.ts';

/*
 * Runs in the head of a document with a server-rendered first screen (`render.tsx`), before any of it is shown.
 *
 * 1. Removes the rendering in a browser whose page will start differently: it has a cached race, follows somebody, or
 *    uses another language.
 * 2. Sets inline styles, which a strict content security policy allows only from a script.
 */
const isOwn = hasOwnScreen();
const parser = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) prepare(node);
});
parser.observe(document, { childList: true, subtree: true });
document.addEventListener('DOMContentLoaded', () => parser.disconnect());

function prepare(node: Node): void {
  if (!(node instanceof HTMLElement)) return;
  const { drawn: serverRendered, style } = node.dataset;
  if (serverRendered !== undefined && isOwn) node.remove();
  if (style !== undefined) node.style.cssText = style;
}

function hasOwnScreen(): boolean {
  if (hasOwnRace()) return true;
  const language = readText(ofDevice, STORAGE_KEYS.language);
  const isAsked = new URLSearchParams(location.search).has('lang');
  return typeof language === 'string' && !isAsked && language !== document.documentElement.lang;
}
