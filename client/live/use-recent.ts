import { useEffect, useRef, useState } from 'react';

import type { DurationMs } from '#shared/model/time.ts';
import { useRace } from './race-store.tsx';
import { browserTimers } from './timers.ts';
import { type FromStandings, useMadeAt } from './use-standings.ts';

/** How often work that walks all rows is repeated while results come in. */
const RENEW_MS: DurationMs = 5_000;

/**
 * A value that is at most some seconds old: it changes in a task of its own, and the last change always comes through.
 */
export function useRecent<T>(value: T): T {
  const [recent, setRecent] = useState(value);
  const nextMs = useRef(-Infinity);
  useEffect(() => {
    if (recent === value) return undefined;
    const waitMs = Math.min(RENEW_MS, Math.max(0, nextMs.current - browserTimers.now()));
    return browserTimers.after(waitMs, () => {
      nextMs.current = browserTimers.now() + RENEW_MS;
      setRecent(() => value);
    });
  }, [value, recent]);
  return recent;
}

/**
 * The result of `make`, for computations that go through the whole field and that no push waits for: at most some
 * seconds old.
 */
export function useFromRecentStandings<T>(make: FromStandings<T>, deps: readonly unknown[]): T {
  return useMadeAt(useRecent(useRace().head), make, deps);
}
