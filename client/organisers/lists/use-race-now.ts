import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { useEffect, useState } from 'react';

import { type FetchedConfig, useConfig } from '../config/fetched-config.ts';

/** Often enough for values shown in minutes. */
const LOOK_MS = 10 * SECOND_MS;

/** The server's clock, read every ten seconds: a laptop's own may be wrong by minutes. */
export function useRaceNow(config: FetchedConfig | undefined): EpochMs {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + (config?.offsetMs ?? 0);
}

/** When this was opened, by the server's clock. */
export function useOpenedMs(): EpochMs {
  const { data: config } = useConfig();
  const [openedMs] = useState(() => Date.now());
  return openedMs + (config?.offsetMs ?? 0);
}
