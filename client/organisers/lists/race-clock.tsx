import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { useConfig } from '../config/fetched-config.ts';
import { formatDay } from '../runners/describe-last-seen.ts';

/** The settings of the race and its date, for texts with times. */
export interface RaceDay {
  readonly config: RaceConfig;
  /** As {@link formatDay} writes it. */
  readonly today: string;
}

export interface RaceClock extends RaceDay {
  /** By the server's clock, since a laptop's own may be wrong by minutes. */
  readonly nowMs: EpochMs;
}

/** Often enough for values shown in minutes. */
const TICK_MS = 10 * SECOND_MS;

const ClockContext = createContext<RaceClock | undefined>(undefined);

/** One clock for all texts of a screen, so that they agree. */
export function RaceClockProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { data } = useConfig();
  const [ownMs, setOwnMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setOwnMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const config = data ?? DEFAULT_CONFIG;
  const nowMs = ownMs + (data?.offsetMs ?? 0);
  const today = formatDay(nowMs, config.timeZone);
  const clock = useMemo(() => ({ config, nowMs, today }), [config, nowMs, today]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export function useRaceClock(): RaceClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('ClockContext has no value: render inside its provider.');
  return clock;
}

/** The clock without its time: the same object until the settings or the date change. */
export function useRaceDay(): RaceDay {
  const { config, today } = useRaceClock();
  return useMemo(() => ({ config, today }), [config, today]);
}

/** The time at which the component was mounted, by the server's clock. */
export function useOpenedMs(): EpochMs {
  const { data: config } = useConfig();
  const [openedMs] = useState(() => Date.now());
  return openedMs + (config?.offsetMs ?? 0);
}
