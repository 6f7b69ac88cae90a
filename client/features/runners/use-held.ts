import { type RefObject, useEffect, useState } from 'react';

/** Whether the mouse is over the element or the focus in it, so that a press may follow. */
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

/** The value, or while it is held the last one before. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value);
  if (isHeld) return last;
  if (last !== value) setLast(value);
  return value;
}
