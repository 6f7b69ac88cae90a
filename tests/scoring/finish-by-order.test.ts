import { expect, test } from 'vitest';

import { score } from './run-scoring.ts';

const WAY = ['10:00:05 start', '10:15:00 cp1'];
const BACK = ['10:50:00 cp2', '11:10:00 cp3', '11:50:00 finish'];

test('[FN5 SC4] a read at the finish on the way out is too early once the finish follows two more points', () => {
  const { totalMs, verdicts } = score({
    scans: [...WAY, '10:25:00 finish', ...BACK, '11:51:00 finish'],
  });
  expect(totalMs).toBe(110 * 60_000);
  const counted = BACK.map(() => 'counted');
  expect(verdicts).toEqual(['counted', 'counted', 'too-early', ...counted, 'duplicate']);
});

test('[FN5] reads after a complete course do not move the finish', () => {
  const again = BACK.map((read) => read.replace(/^1\d/, '14'));
  expect(score({ scans: [...WAY, ...BACK, ...again] }).totalMs).toBe(110 * 60_000);
});
