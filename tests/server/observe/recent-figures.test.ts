import { expect, test } from 'vitest';

import { RecentFigures } from '#server/observe/recent-figures.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

test('[CF28] the figures of the last five minutes are counted, with the largest', () => {
  let nowMs = 0;
  const figures = new RecentFigures(() => nowMs);
  expect([figures.count, figures.most]).toEqual([0, 0]);
  figures.add(900);
  figures.add(100);
  nowMs = 4 * MINUTE_MS;
  figures.add(300);
  expect([figures.count, figures.most]).toEqual([3, 900]);
  nowMs = 5 * MINUTE_MS;
  expect([figures.count, figures.most]).toEqual([1, 300]);
  nowMs = 9 * MINUTE_MS;
  expect([figures.count, figures.most]).toEqual([0, 0]);
});
