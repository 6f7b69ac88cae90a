import { useEffect, useRef, useState } from 'react';

import type { DurationMs } from '#shared/model/time.ts';
import { useRace } from './race-store.tsx';
import { browserTimers } from './timers.ts';
import { type FromStandings, useMadeAt } from './use-standings.ts';

/** The interval, while results come in, of work that goes through all rows. */
const RENEW_MS: DurationMs = 5_000;

/** The value, throttled: it changes in a separate task, and the last change always arrives. */
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

/** Like {@link useFromStandings}, throttled, for computations that go through the whole field; the first is made at once. */
export function useFromRecentStandings<T>(make: FromStandings<T>, deps: readonly unknown[]): T {
  const { head } = useRace();
  return useMadeAt(useRecent(head) ?? head, make, deps);
}
