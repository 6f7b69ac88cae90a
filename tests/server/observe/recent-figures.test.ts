import { expect, test } from 'vitest';

import { RecentFaults, RecentFigures } from '#server/observe/recent-figures.ts';
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

test('[HC2] the numbers of the last fifty faults are kept, without their messages', () => {
  const faults = new RecentFaults();
  for (let i = 0; i < 60; i += 1)
    faults.note(`f${i}`, i === 59 ? 'a text' : new RangeError('Siân'));
  expect(faults.list()).toHaveLength(50);
  expect(faults.list()[0]).toMatchObject({ number: 'f10', kind: 'RangeError' });
  expect(faults.list().at(-1)).toMatchObject({ number: 'f59', kind: 'string' });
  expect(JSON.stringify(faults.list())).not.toMatch(/Siân|a text/);
});
