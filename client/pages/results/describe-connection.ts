import type { DurationMs } from '#shared/model/time.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { ConnectionState } from '../../live/race-store.ts';

const BADGES: Readonly<Record<ConnectionState, string>> = {
  live: 'Live',
  'catching-up': 'Catching up',
  polling: 'Updates every 10 s',
  offline: 'Offline',
};

/**
 * What a screen reader is told once a state has lasted; the badge itself
 * changes too often.
 */
export const CONNECTION_NEWS: Readonly<Record<ConnectionState, string>> = {
  live: 'Results are live.',
  'catching-up': '',
  polling: 'Results are fetched every ten seconds.',
  offline: 'Offline. The results shown may be old.',
};

/** The words of the badge; `ageMs` is how long ago the server was last heard, if ever. */
export function describeConnection(state: ConnectionState, ageMs: DurationMs | undefined): string {
  if (ageMs === undefined && state === 'catching-up') return 'Connecting';
  const hasAge = state === 'offline' && ageMs !== undefined;
  return hasAge ? `${BADGES.offline} · data ${describeAge(ageMs)} old` : BADGES[state];
}

/** `30 s`, `2 min`, `1 h 5 min`: as exact as it matters. */
export function describeAge(ageMs: DurationMs): string {
  if (ageMs < MINUTE_MS) return `${Math.floor(ageMs / (10 * SECOND_MS)) * 10} s`;
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (ageMs < HOUR_MS) return `${minutes} min`;
  const hours = Math.floor(ageMs / HOUR_MS);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
