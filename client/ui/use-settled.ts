import { useEffect, useState } from 'react';

import type { DurationMs } from '#shared/model/time.ts';

/** From the last key until typed text is used. */
const PAUSE_MS: DurationMs = 300;

/** The value, debounced; `initial` until then. */
export function useSettled<T extends string>(value: T, waitMs = PAUSE_MS, initial = value): T {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
