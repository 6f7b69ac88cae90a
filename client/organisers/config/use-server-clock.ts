import { useMemo, useState } from 'react';

import type { DurationMs } from '#shared/model/time.ts';
import { ServerClock } from '../../live/server-clock.ts';
import type { FetchedConfig } from './fetched-config.ts';

/** How far the server's clock is ahead of this computer's, estimated from every answer. */
export function useServerClock(config: FetchedConfig): DurationMs {
  const [clock] = useState(() => new ServerClock());
  // Taking in the same answer twice changes nothing.
  return useMemo(() => takeSample(clock, config), [clock, config]);
}

function takeSample(
  clock: ServerClock,
  { serverTime: serverMs, askedMs, answeredMs }: FetchedConfig,
): DurationMs {
  clock.add({ serverMs, askedMs, answeredMs });
  return clock.offsetMs;
}
