import type { EpochMs } from '#shared/model/time.ts';
import { useState } from 'react';

import { useRace } from './RaceProvider.tsx';

/**
 * The moment, by the server's clock, up to which the page has heard of the race: no row tells of a later
 * one, unless it is of what is yet to come. Without a connection as yet, that of the first look.
 */
export function useHeardMoment(): EpochMs {
  const { heardMs, clockOffsetMs } = useRace();
  const [openedMs] = useState(() => Date.now());
  return Math.max(heardMs ?? openedMs, openedMs) + clockOffsetMs;
}
