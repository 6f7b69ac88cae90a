import type { DurationMs } from '#shared/model/time.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { ConnectionState } from '#client/live/feed.ts';

/** What the badge tells: how fresh the page is, or that nothing more is to come. */
export type BadgeState = ConnectionState | 'final';

/**
 * What is told of a page with this connection. Of a race that is over what is
 * here is final, however it would be renewed; what is not here yet, or may be
 * old, is still told.
 */
export function chooseBadge(connection: ConnectionState, isFinal: boolean): BadgeState {
  return isFinal && (connection === 'live' || connection === 'polling') ? 'final' : connection;
}

/**
 * The words of the badge. `pollMs` is how often is fetched what cannot be
 * pushed; `ageMs` is how long ago the server was last heard, if ever.
 */
export function describeConnection(
  state: BadgeState,
  pollMs: DurationMs,
  ageMs: DurationMs | undefined,
): string {
  switch (state) {
    case 'final':
      return 'Final';
    case 'live':
      return 'Live';
    case 'catching-up':
      if (ageMs === undefined) return 'Connecting';
      return ageMs < MINUTE_MS ? 'Catching up' : `Catching up · ${describeAge(ageMs)} old`;
    case 'polling':
      return `Updates every ${pollMs / SECOND_MS} s`;
    case 'offline':
      return ageMs === undefined ? 'Offline' : `Offline · data ${describeAge(ageMs)} old`;
    default:
      return state satisfies never;
  }
}

/** What a screen reader is told once a state has lasted; the badge itself changes too often. */
export function describeConnectionNews(state: BadgeState, pollMs: DurationMs): string {
  switch (state) {
    case 'final':
      return 'The race is closed. These results are final.';
    case 'live':
      return 'This page is live.';
    case 'catching-up':
      return '';
    case 'polling':
      return `This page is renewed every ${pollMs / SECOND_MS} seconds.`;
    case 'offline':
      return 'Offline. What is shown may be old.';
    default:
      return state satisfies never;
  }
}

/** `30 s`, `2 min`, `1 h 5 min`: as exact as it matters. */
export function describeAge(ageMs: DurationMs): string {
  if (ageMs < MINUTE_MS) return `${Math.floor(ageMs / (10 * SECOND_MS)) * 10} s`;
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (ageMs < HOUR_MS) return `${minutes} min`;
  const hours = Math.floor(ageMs / HOUR_MS);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
