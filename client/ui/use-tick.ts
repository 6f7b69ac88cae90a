import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { useEffect, useState } from 'react';

/** The phone's clock, read while `isOn` at each full second of the clock plus `phaseMs`. */
export function useTick(isOn: boolean, phaseMs: DurationMs = 0): EpochMs {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const now = Date.now();
      setNowMs(now);
      const intoSecond = (((now + phaseMs) % SECOND_MS) + SECOND_MS) % SECOND_MS;
      timer = setTimeout(tick, SECOND_MS - intoSecond);
    };
    tick();
    return () => clearTimeout(timer);
  }, [isOn, phaseMs]);
  return nowMs;
}
