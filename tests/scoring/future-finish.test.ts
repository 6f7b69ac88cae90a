import { expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { AHEAD_MS, describeFutureFinish } from '#shared/scoring/future-finish.ts';

const GUN = Date.UTC(2026, 5, 20, 8);
const describe = (text: string, startMs: number | undefined, nowMs: number) =>
  describeFutureFinish(text, { startMs, nowMs, timeZone: 'Europe/London' });

test('[OV8] a total that ends in the future is refused with that moment', () => {
  const now = GUN + 2 * HOUR_MS + 5 * MINUTE_MS;
  expect(describe('9:59:00', GUN, now)).toBe('would finish at 18:59, in 7 h 54 min');
  expect(describe('2:30:00', GUN, now)).toBe('would finish at 11:30, in 25 min');
  expect(describe('0:59:00', GUN, now)).toBeUndefined();
  expect(describe('2:05:00', GUN, now - AHEAD_MS)).toBeUndefined();
  expect(describe('2:05:00', GUN, now - AHEAD_MS - 1)).toContain('in 2 min');
});

test('[OV8] nothing is refused before the start, without one, or for anything but a total', () => {
  const now = GUN + HOUR_MS;
  expect(describe('9:59:00', undefined, now)).toBeUndefined();
  expect(describe('9:59:00', now + 1, now)).toBeUndefined();
  for (const text of ['', 'DNS', '00:00:01']) expect(describe(text, GUN, now)).toBeUndefined();
});
