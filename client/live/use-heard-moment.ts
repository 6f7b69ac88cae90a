import type { EpochMs } from '#shared/model/time.ts';
import { useState } from 'react';

import { useRace } from './race-store.tsx';

/**
 * The moment of the page's data, by the server's clock: no row is later, except forecasts. Before any connection, the
 * moment of the first render.
 */
export function useHeardMoment(): EpochMs {
  const { heardMs, clockOffsetMs } = useRace();
  const [openedMs] = useState(() => Date.now());
  return Math.max(heardMs ?? openedMs, openedMs) + clockOffsetMs;
}
