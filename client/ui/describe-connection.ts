import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { ResultsState } from '#shared/model/race-config.ts';
import type { Texts } from '#shared/texts/en.ts';

import type { ConnectionState } from '#client/live/feed.ts';

/** The state in the badge: how fresh the page is, or how final the shown results are. */
export type BadgeState = ConnectionState | Exclude<ResultsState, 'open'>;

/**
 * After the race the badge shows whether the results are official instead of how they are kept fresh, except while
 * data is missing or may be old (RULES.md OF2).
 */
export function chooseBadge(connection: ConnectionState, results: ResultsState): BadgeState {
  const isFresh = connection === 'live' || connection === 'polling';
  return results !== 'open' && isFresh ? results : connection;
}

/** The text of the badge. `pollMs` is the polling interval; `ageMs` the age of the data, if it is known. */
export function describeConnection(
  state: BadgeState,
  pollMs: DurationMs,
  ageMs: DurationMs | undefined,
  words: Texts['connection'],
): string {
  switch (state) {
    case 'provisional':
    case 'official':
    case 'live':
      return words[state];
    case 'catching-up':
      if (ageMs === undefined) return words.connecting;
      return ageMs < MINUTE_MS ? words.catchingUp : words.catchingUpFrom(ageMs);
    case 'polling':
      return words.polling(pollMs / SECOND_MS);
    case 'offline':
      return ageMs === undefined ? words.offline : words.offlineFrom(ageMs);
    default:
      return state satisfies never;
  }
}
