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

/**
 * The text of the badge, and its announcement to screen readers once the state has lasted. `pollMs` is the polling
 * interval; `ageMs` the age of the data, if there is any.
 */
export function describeConnection(
  state: BadgeState,
  pollMs: DurationMs,
  ageMs: DurationMs | undefined,
  words: Texts['connection'],
): { readonly text: string; readonly news: string } {
  switch (state) {
    case 'provisional':
      return { text: words.provisional, news: words.provisionalNews };
    case 'official':
      return { text: words.official, news: words.officialNews };
    case 'live':
      return { text: words.live, news: words.liveNews };
    case 'catching-up':
      if (ageMs === undefined) return { text: words.connecting, news: '' };
      return { text: ageMs < MINUTE_MS ? words.catchingUp : words.catchingUpFrom(ageMs), news: '' };
    case 'polling': {
      const seconds = pollMs / SECOND_MS;
      return { text: words.polling(seconds), news: words.pollingNews(seconds) };
    }
    case 'offline': {
      const text = ageMs === undefined ? words.offline : words.offlineFrom(ageMs);
      return { text, news: words.offlineNews };
    }
    default:
      return state satisfies never;
  }
}
