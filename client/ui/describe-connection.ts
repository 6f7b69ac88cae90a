import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { ResultsState } from '#shared/model/race-config.ts';
import type { Texts } from '#shared/texts/en.ts';

import type { ConnectionState } from '#client/live/feed.ts';

/** The state in the badge: how fresh the page is, or how final the shown results are. */
export type BadgeState = ConnectionState | Exclude<ResultsState, 'open'>;

/**
 * The state of a page with this connection. For a race that is over it is whether its results are official, however
 * they would be renewed; missing or perhaps old data is still reported (RULES.md OF2).
 */
export function chooseBadge(connection: ConnectionState, results: ResultsState): BadgeState {
  const isFresh = connection === 'live' || connection === 'polling';
  return results !== 'open' && isFresh ? results : connection;
}

/**
 * The words of the badge. `pollMs` is how often the page polls the state that is not pushed; `ageMs` is how long ago the
 * server was last heard, if ever.
 */
export function describeConnection(
  state: BadgeState,
  pollMs: DurationMs,
  ageMs: DurationMs | undefined,
  words: Texts['connection'],
): string {
  switch (state) {
    case 'provisional':
      return words.provisional;
    case 'official':
      return words.official;
    case 'live':
      return words.live;
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

/** Announced to a screen reader once a state has lasted; the badge itself changes too often. */
export function describeConnectionNews(
  state: BadgeState,
  pollMs: DurationMs,
  words: Texts['connection'],
): string {
  switch (state) {
    case 'provisional':
      return words.provisionalNews;
    case 'official':
      return words.officialNews;
    case 'live':
      return words.liveNews;
    case 'catching-up':
      return '';
    case 'polling':
      return words.pollingNews(pollMs / SECOND_MS);
    case 'offline':
      return words.offlineNews;
    default:
      return state satisfies never;
  }
}
