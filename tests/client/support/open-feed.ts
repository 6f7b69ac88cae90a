import { onTestFinished } from 'vitest';

import type { RaceCache } from '#client/live/race-cache.ts';

import { type OpenFeed, startFeed } from './start-feed.ts';

/** Opens a feed on a server; its alarms go off only when the test says so. Ended with the test. */
export function openFeed(origin: string, cache?: RaceCache): OpenFeed {
  const page = startFeed(origin, cache);
  onTestFinished(() => {
    page.feed.stop();
  });
  return page;
}
