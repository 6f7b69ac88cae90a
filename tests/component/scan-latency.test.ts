import { screen } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';

import { buildResult } from '#tests/client/support/build-result.ts';

import { openScreen } from './support/open-screen.tsx';

const NAMES = Array.from({ length: 12 }, (_, i) => `r${i}`);

/** Rows that change glow, which jsdom cannot. */
const glow = (): Partial<Animation> => ({ cancel: () => undefined });

test('[PG4] the foot says how long pushed passings took, not those of an answer', async () => {
  Object.assign(Element.prototype, { animate: glow });
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'animate');
  });
  const startedAtMs = Date.now() - 3_600_000;
  const { wire } = await openScreen('/', {
    isSignedOut: true,
    results: NAMES.map((runnerId) => buildResult({ runnerId, startedAtMs })),
    totals: { BB: 0, PB: 20, UB: 0 },
  });
  await screen.findByText('Live');
  const push = (runnerId: string): void => {
    const splitMs = Date.now() - 100 - startedAtMs;
    wire.pushResults([{ runnerId, splitsMs: [splitMs, null, null, null, null, null] }]);
  };
  const SAID = /^Scan to screen: \d\.\d s, median of the last \d+$/;
  // The first of them has the part fetched that measures those after it.
  push('r11');
  await expect
    .poll(() => {
      for (const runnerId of NAMES) push(runnerId);
      return screen.queryByText(SAID)?.textContent ?? '';
    })
    .toMatch(SAID);
});
