import type { Browser } from 'playwright-core';
import { beforeAll } from 'vitest';

import { launchBrowser } from '#tests/support/browser.ts';

import type { RaceOnShow } from './race-on-show.ts';
import { startRaceOnShow } from './race-on-show.ts';

/** What the tests of a file share: a race that is served, and a browser. */
export interface RaceInBrowser {
  readonly race: RaceOnShow;
  readonly browser: Browser;
}

/** Starts both before the tests of a file and ends them after; call it at the top. `use` gets them. */
export function provideRaceInBrowser(use: (given: RaceInBrowser) => unknown): void {
  beforeAll(async () => {
    const [race, browser] = await Promise.all([startRaceOnShow(), launchBrowser()]);
    await use({ race, browser });
    return async () => {
      await browser.close();
      await race.stop();
    };
  });
}
