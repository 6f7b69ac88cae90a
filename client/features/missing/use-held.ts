import { useState } from 'react';

/** A value, or while it is held the last one from before. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [last, setLast] = useState(value);
  if (isHeld) return last;
  if (last !== value) setLast(value);
  return value;
}
