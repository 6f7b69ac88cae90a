import type { Browser } from 'playwright-core';
import { beforeAll } from 'vitest';

import { connectBrowser } from '#tests/support/browser.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

import { type RaceOnShow, startRaceOnShow } from './race-on-show.ts';

/** A served race and a browser, shared by the tests of a file. */
// oxlint-disable import/no-mutable-exports
export let race: RaceOnShow;
export let browser: Browser;
// oxlint-enable import/no-mutable-exports

/** One of each for a worker, whose files run one after another; both end with it. */
let shared: Promise<[RaceOnShow, Browser]> | undefined;

/** Provides both, on first use by starting them; call it at the top of a file. `use` sets up the race. */
export function provideRaceInBrowser(use?: () => unknown): void {
  const redis = provideRedis();
  beforeAll(async () => {
    shared ??= Promise.all([startRaceOnShow(redis.url), connectBrowser()]);
    [race, browser] = await shared;
    await use?.();
  });
}
