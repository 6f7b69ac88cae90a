import { type DateOrder, ReadClock } from '#server/scanner/clock/read-clock.ts';
import type { EpochMs } from '#shared/model/time.ts';

export interface TestClockOptions {
  readonly zone?: string | undefined;
  readonly raceZone?: string;
  readonly start?: string;
  readonly now?: string;
  readonly isLive?: boolean;
  readonly date?: string;
  readonly dates?: DateOrder;
  readonly isElapsed?: boolean;
  readonly onAssumption?: (text: string) => void;
}

/** The clock of a race in London on 20 June 2026, first gun at 09:00 local time by default. */
export function createTestClock({
  zone,
  raceZone = 'Europe/London',
  start = '2026-06-20T08:00:00Z',
  now = '2026-06-20T12:00:00Z',
  isLive = false,
  onAssumption = () => undefined,
  ...others
}: TestClockOptions = {}): ReadClock {
  return new ReadClock({
    zone,
    race: {
      timeZone: raceZone || undefined,
      startMs: start === '' ? undefined : at(start),
      points: [],
    },
    now: () => at(now),
    onAssumption,
    isLive,
    ...others,
  });
}

/** The moment an ISO text with a zone names. */
export function at(iso: string): EpochMs {
  const epochMs = Date.parse(iso);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(iso) || Number.isNaN(epochMs)) throw new Error(`not ISO: ${iso}`);
  return epochMs;
}
