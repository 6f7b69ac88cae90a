import { isDeepStrictEqual } from 'node:util';

import { expect, onTestFinished } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { openFeed } from '#tests/client/support/open-feed.ts';
import { type OpenFeed, turnClocks } from '#tests/client/support/start-feed.ts';

import { eventually } from './eventually.ts';

/** Opens this many feeds at an address, with a running clock. */
export function openPages(origin: string, count: number): OpenFeed[] {
  const pages = Array.from({ length: count }, () => openFeed(origin));
  onTestFinished(turnClocks(pages));
  return pages;
}

/** Waits until all pages are connected as stated and show exactly the result of scoring the record from scratch. */
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
      // Looking closely takes long, and is for the one that differs.
      if (!isDeepStrictEqual(rows, shown)) expect(rows).toEqual(shown);
    }
  };
  // Looking at all of a crowd takes its time too.
  await eventually(check, { intervalMs: 200 });
}
