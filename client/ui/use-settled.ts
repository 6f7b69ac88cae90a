import { useEffect, useState } from 'react';

/** From the last key until the typed text is used. */
const PAUSE_MS = 300;

/** A value once it has stayed the same for a moment; at first the given one. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
