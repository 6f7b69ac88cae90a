import { useState } from 'react';

/** Whether the mouse is over the element with these listeners or the focus in it, so that a press may follow. */
export function useInUse() {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const listeners = {
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
