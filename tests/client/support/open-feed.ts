import { onTestFinished } from 'vitest';

import type { RaceCache } from '#client/live/race-cache.ts';

import { type OpenFeed, startFeed } from './start-feed.ts';

/** Starts a feed, whose timers run only when the test advances them; stopped with the test. */
export function openFeed(origin: string, cache?: RaceCache): OpenFeed {
  const page = startFeed(origin, cache);
  onTestFinished(() => {
    page.feed.stop();
  });
  return page;
}
