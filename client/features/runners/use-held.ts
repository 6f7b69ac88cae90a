import { useEffect, useRef, useState } from 'react';

/** Whether the mouse is over the element with these listeners or the focus in it, so that a press may follow. */
export function useInUse() {
  const ref = useRef<HTMLDivElement>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each render, and it only turns to false
  useEffect(() => {
    // A button that disappears with the focus is not blurred.
    if (isFocused && !ref.current?.contains(document.activeElement)) setIsFocused(false);
  });
  const listeners = {
    ref,
    onPointerEnter: () => setIsPointedAt(true),
    onPointerLeave: () => setIsPointedAt(false),
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  };
  return [isPointedAt || isFocused, listeners] as const;
}

/** The value, or while it is held the last one before. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value);
  if (isHeld) return last;
  if (last !== value) setLast(value);
  return value;
}
