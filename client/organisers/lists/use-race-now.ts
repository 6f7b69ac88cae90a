import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { useEffect, useState } from 'react';

import { useConfig } from '../config/fetched-config.ts';

/** Often enough for values shown in minutes. */
const LOOK_MS = 10 * SECOND_MS;

/** The server's clock, read every ten seconds: a laptop's own may be wrong by minutes. */
export function useRaceNow(): EpochMs {
  const { data: config } = useConfig();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + (config?.offsetMs ?? 0);
}

/** The time at which the component was mounted, by the server's clock. */
export function useOpenedMs(): EpochMs {
  const { data: config } = useConfig();
  const [openedMs] = useState(() => Date.now());
  return openedMs + (config?.offsetMs ?? 0);
}
