import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

import { findIndex, holdSteps } from './page-history.tsx';

/** Covers the screen: a dialog, a menu. `close` may ask first, and leave it open. */
interface Overlay {
  readonly close: () => void;
}

const overlays: Overlay[] = [];
/** The index of the screen's history entry, which they cover. */
let screen: number | undefined;
/** Whether a step that {@link settle} started is in progress. */
let isTravelling = false;
let waiting: (() => void)[] = [];
let beneath: (() => void)[] = [];

/**
 * While `isOpen`, Back closes the overlay and keeps the screen below. Each overlay has its own history
 * entry with the address of the screen, which is removed when it is closed another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => (isOpen ? openOverlay(() => latest.current()) : undefined), [isOpen]);
}

/** Closes all overlays, and navigates once their entries are removed. */
export function afterOverlays(go: () => void): void {
  overlays.length = 0;
  waiting.push(go);
  settle();
}

/** Changes the screen's history entry: at once, or as soon as no overlay covers it. */
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

/** Adds or removes history entries until there is one for each overlay. */
function settle(): void {
  if (isTravelling) return;
  const depth = findDepth(history.state);
  if (depth > overlays.length) {
    travel(overlays.length - depth);
    return;
  }
  if (depth === 0) screen = findIndex(history.state);
  // Steps between overlays must not restore an earlier scroll position of the screen.
  history.scrollRestoration = overlays.length > 0 ? 'manual' : 'auto';
  for (let next = depth + 1; next <= overlays.length; next += 1) {
    history.pushState({ ...(history.state as object | null), overlay: next }, '');
  }
  // Changes of the screen's entry come before navigation away from it.
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
  // Forward to an overlay that is already closed.
  if (depth > overlays.length) {
    settle();
    return true;
  }
  if (depth === overlays.length || findIndex(state) !== screen) return false;
  const closing = overlays.slice(depth).toReversed();
  flushSync(() => {
    for (const { close } of closing) close();
  });
  // An overlay that stays open, to ask about unsaved text, gets its entry back.
  if (overlays.length > depth) travel(overlays.length - depth);
  return true;
}

/** The number of overlays at a history entry. */
function findDepth(state: unknown): number {
  const isOver = typeof state === 'object' && state !== null && 'overlay' in state;
  return isOver && typeof state.overlay === 'number' ? state.overlay : 0;
}

holdSteps(onStep);
// A page that was reloaded under an overlay still has its entry.
if (typeof window !== 'undefined') settle();
