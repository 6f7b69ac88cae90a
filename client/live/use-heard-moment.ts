import type { EpochMs } from '#shared/model/time.ts';
import { useState } from 'react';

import { useRace } from './race-store.tsx';

/**
 * The moment, by the server's clock, up to which the page has heard of the race: no row is later, except forecasts.
 * Before any connection, the moment of the first render.
 */
export function useHeardMoment(): EpochMs {
  const { heardMs, clockOffsetMs } = useRace();
  const [openedMs] = useState(() => Date.now());
  return Math.max(heardMs ?? openedMs, openedMs) + clockOffsetMs;
}
