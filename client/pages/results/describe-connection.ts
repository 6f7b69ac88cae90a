import type { DurationMs } from '#shared/model/time.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { ConnectionState } from '../../live/race-store.ts';

/** The words of the badge; `ageMs` is how long ago the server was last heard, if ever. */
export function describeConnection(state: ConnectionState, ageMs: DurationMs | undefined): string {
  switch (state) {
    case 'live':
      return 'Live';
    case 'catching-up':
      return 'Catching up';
    case 'polling':
      return 'Updates every 10 s';
    case 'offline':
      return ageMs === undefined ? 'Offline' : `Offline · data ${describeAge(ageMs)} old`;
  }
}

/** What a screen reader is told when the state changes; the badge itself changes too often. */
export function announceConnection(state: ConnectionState): string {
  switch (state) {
    case 'live':
      return 'Results are live.';
    case 'catching-up':
      return '';
    case 'polling':
      return 'Results are fetched every ten seconds.';
    case 'offline':
      return 'Offline. The results shown may be old.';
  }
}

/** `30 s`, `2 min`, `1 h 5 min`: as exact as it matters. */
export function describeAge(ageMs: DurationMs): string {
  if (ageMs < MINUTE_MS) return `${Math.max(0, Math.floor(ageMs / (10 * SECOND_MS)) * 10)} s`;
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (ageMs < HOUR_MS) return `${minutes} min`;
  const hours = Math.floor(ageMs / HOUR_MS);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
