import { type RefObject, useLayoutEffect, useRef, useState, useEffect } from 'react';

/** Whether the mouse is over the element or the focus in it: something there is about to be pressed. */
export function useInUse(element: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    const over = element.current;
    if (!over) return undefined;
    const listeners = {
      pointerenter: () => setIsPointedAt(true),
      pointerleave: () => setIsPointedAt(false),
      focusin: () => setIsFocused(true),
      focusout: () => setIsFocused(false),
    };
    for (const [type, listener] of Object.entries(listeners)) over.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        over.removeEventListener(type, listener);
    };
  }, [element]);
  return isPointedAt || isFocused;
}

/** The value; while held, the last one from before. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value);
  if (isHeld) return last;
  if (last !== value) setLast(value);
  return value;
}

/** Where to continue in a list whose opened item is gone. */
export interface Neighbour {
  /** Remembers the items around the one being opened. */
  readonly note: (opened: Place) => void;
  /** Moves the focus there without scrolling the page. */
  readonly focus: () => void;
}

/** A tile or a row, by the attribute that names it. */
export interface Place {
  readonly attribute: 'data-band' | 'data-runner-id' | 'data-check';
  readonly id: string;
}

/** Keeps the place in the lists of a screen; a heading takes the focus where no item is left. */
export function useNeighbour(screen: RefObject<HTMLElement | null>): Neighbour {
  const around = useRef<{ attribute: Place['attribute']; ids: readonly string[] }>(undefined);
  const list = (attribute: Place['attribute']): readonly HTMLElement[] => [
    ...(screen.current?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? []),
  ];
  /** The element that took the focus here, while it has it. */
  const focused = useRef<HTMLElement>(undefined);
  const focus = (): void => {
    const { attribute, ids } = around.current ?? { attribute: 'data-band', ids: [] };
    const present = new Map(list(attribute).map((each) => [each.getAttribute(attribute), each]));
    const next = ids.map((id) => present.get(id)).find((each) => each !== undefined);
    const button = next instanceof HTMLButtonElement ? next : next?.querySelector('button');
    const target = button ?? screen.current?.querySelector<HTMLElement>('h2[tabindex]');
    target?.focus({ preventScroll: true });
    focused.current = target ?? undefined;
  };
  // The answer to a save can come before the lists change: the focused item disappears then.
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || document.activeElement === last) return;
    focused.current = undefined;
    if (!last.isConnected && document.activeElement === document.body) focus();
  });
  return {
    note: ({ attribute, id }) => {
      const ids = list(attribute).map((each) => each.getAttribute(attribute) ?? '');
      const at = ids.indexOf(id);
      // The item itself if it stays, then those after it, then those before it, the nearest first.
      around.current = { attribute, ids: [...ids.slice(at), ...ids.slice(0, at).toReversed()] };
    },
    focus,
  };
}
