import { isDeepStrictEqual } from 'node:util';

import { expect, onTestFinished } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { openFeed } from '#tests/client/support/open-feed.ts';
import { type OpenFeed, turnClocks } from '#tests/client/support/start-feed.ts';

import { eventually } from './eventually.ts';

/** Opens this many feeds, with running timers. */
export function openPages(origin: string, count: number): OpenFeed[] {
  const pages = Array.from({ length: count }, () => openFeed(origin));
  onTestFinished(turnClocks(pages));
  return pages;
}

/** Waits until all pages have this state and the results of scoring the record from scratch. */
export async function eventuallyShowRecord(
  pages: readonly OpenFeed[],
  record: RaceStore,
  connection: 'live' | 'polling' = 'live',
): Promise<void> {
  const check = async (): Promise<void> => {
    const { head, runners, scans, config } = await record.readRecord();
    const shown = scoreRace(runners, scans, config);
    for (const { store } of pages) {
      const state = store.getSnapshot();
      expect(state.connection).toBe(connection);
      expect(state.head).toEqual(head);
      const rows = presentAll(store.replica.standings);
      // `toEqual` is slow, and only needed for the message.
      if (!isDeepStrictEqual(rows, shown)) expect(rows).toEqual(shown);
    }
  };
  // A check of many pages is slow.
  await eventually(check, { intervalMs: 200 });
}
