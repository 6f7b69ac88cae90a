import { useEffect, useState } from 'react';

/** After the last key, before something is asked for what was typed. */
const PAUSE_MS = 300;

/** A value as it is once it has stayed the same for a moment; at first as it is given. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
