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

/** Starts both before the tests of a file and ends them afterwards; call it at the top. `use` sets up the race. */
export function provideRaceInBrowser(
  use?: (given: { readonly race: RaceOnShow; readonly browser: Browser }) => unknown,
): void {
  const redis = provideRedis();
  beforeAll(async () => {
    [race, browser] = await Promise.all([startRaceOnShow(redis.url), connectBrowser()]);
    await use?.({ race, browser });
    return async () => {
      await browser.close();
      await race.stop();
    };
  });
}
