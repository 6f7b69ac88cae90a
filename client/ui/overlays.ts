import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

import { findIndex, holdSteps } from './page-history.tsx';

/** Something that lies over the screen: a dialog, a menu. `close` may ask first, and so leave it open. */
interface Overlay {
  readonly close: () => void;
}

const overlays: Overlay[] = [];
/** The entry of the router that they lie over. */
let screen: number | undefined;
/** The history is on its way to where {@link settle} sent it. */
let isTravelling = false;
let waiting: (() => void)[] = [];
let beneath: (() => void)[] = [];

/**
 * While it `isOpen`, Back closes it and leaves the screen under it alone. Each
 * overlay has an entry of its own in the history, with the address of the
 * screen; one that is closed another way takes its entry along.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(
    () =>
      isOpen
        ? openOverlay(() => {
            latest.current();
          })
        : undefined,
    [isOpen],
  );
}

/** Goes on, as to another screen, once no entry of an overlay is in the way; what lies over this one goes with it. */
export function afterOverlays(go: () => void): void {
  overlays.length = 0;
  waiting.push(go);
  settle();
}

/** Does something to the entry of the screen: at once, or as soon as nothing lies over that any more. */
export function beneathOverlays(go: () => void): void {
  beneath.push(go);
  settle();
}

function openOverlay(close: () => void): () => void {
  const overlay = { close };
  overlays.push(overlay);
  queueMicrotask(settle);
  return () => {
    const index = overlays.indexOf(overlay);
    if (index === -1) return;
    overlays.splice(index, 1);
    queueMicrotask(settle);
  };
}

/** Brings the history to where it has one entry for each overlay. */
function settle(): void {
  if (isTravelling) return;
  const depth = findDepth(history.state);
  if (depth > overlays.length) {
    travel(overlays.length - depth);
    return;
  }
  if (depth === 0) screen = findIndex(history.state);
  // The screen stays where it is, however it was scrolled meanwhile.
  history.scrollRestoration = overlays.length > 0 ? 'manual' : 'auto';
  for (let next = depth + 1; next <= overlays.length; next += 1) {
    history.pushState({ ...(history.state as object | null), overlay: next }, '');
  }
  // What belongs to the entry of the screen comes before what leads away from it.
  const ready = overlays.length > 0 ? waiting : [...beneath, ...waiting];
  if (overlays.length === 0) beneath = [];
  waiting = [];
  for (const go of ready) go();
}

function travel(steps: number): void {
  isTravelling = true;
  history.go(steps);
}

function onStep({ state }: PopStateEvent): boolean {
  if (isTravelling) {
    isTravelling = false;
    settle();
    return true;
  }
  const depth = findDepth(state);
  // Forward to one that is closed by now.
  if (depth > overlays.length) {
    settle();
    return true;
  }
  if (depth === overlays.length || findIndex(state) !== screen) return false;
  const closing = overlays.slice(depth).toReversed();
  flushSync(() => {
    for (const { close } of closing) close();
  });
  // One that stays, since something would be lost, gets its entry back.
  if (overlays.length > depth) travel(overlays.length - depth);
  return true;
}

/** How many overlays an entry of the history stands for. */
function findDepth(state: unknown): number {
  const isOver = typeof state === 'object' && state !== null && 'overlay' in state;
  return isOver && typeof state.overlay === 'number' ? state.overlay : 0;
}

holdSteps(onStep);
// A page that was reloaded under an overlay has its entry, and no overlay.
if (typeof window !== 'undefined') settle();
