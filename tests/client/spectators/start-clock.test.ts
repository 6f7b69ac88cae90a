import { describe, expect, test } from 'vitest';

import {
  CLOCK_SPAN_MS,
  type ClockOptions,
  describeStartClock,
} from '#client/spectators/start-clock.ts';
import { en } from '#shared/texts/en.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const LONDON = 'Europe/London';
const at = (sinceMs: number, options: Partial<ClockOptions> = {}) =>
  describeStartClock(GUN_MS, GUN_MS + sinceMs, { timeZone: LONDON, texts: en, ...options });

describe('the race clock', () => {
  test.each([
    [59 * 60_000 + 59_999, '59:59'],
    [CLOCK_SPAN_MS - 1, '3:29:59'],
  ])('%i ms after the gun shows %s', (sinceMs, time) =>
    expect(at(sinceMs)).toEqual({ kind: 'running', label: 'Race time: ', time }),
  );

  test.each([
    [CLOCK_SPAN_MS, {}, 'Started at 10:00'],
    [24 * 3_600_000, {}, 'Started Sat at 10:00'],
    [60_000, { closing: 'The race is closed' }, 'The race is closed'],
  ])('%i ms after the gun with %o: %s', (sinceMs, options, text) =>
    expect(at(sinceMs, options)).toEqual({ kind: 'text', text }),
  );
});

describe('before the start', () => {
  test.each([
    [-1_001, '00:02'],
    [-3_600_000, '1:00:00'],
  ])('%i ms from the gun it counts down: %s', (sinceMs, time) =>
    expect(at(sinceMs)).toEqual({ kind: 'running', label: 'Starts in ', time }),
  );

  test.each([
    [-3_600_001, 'Starts at 10:00'],
    [-24 * 3_600_000, 'Starts Sat at 10:00'],
  ])('%i ms from the gun: %s', (sinceMs, text) =>
    expect(at(sinceMs)).toEqual({ kind: 'text', text }),
  );

  test('the start is in the race’s time zone, also when the clocks change', () => {
    const gunMs = findStartMs('2026-10-25-09-00-00', LONDON) ?? 0;
    expect(gunMs).toBe(Date.UTC(2026, 9, 25, 9));
    // This day has 25 hours: midnight is ten hours before 09:00.
    const startAt = (beforeMs: number) =>
      describeStartClock(gunMs, gunMs - beforeMs, { timeZone: LONDON, texts: en });
    expect(startAt(10 * 3_600_000)).toMatchObject({ text: 'Starts at 09:00' });
    expect(startAt(10 * 3_600_000 + 1)).toMatchObject({ text: 'Starts Sun at 09:00' });
  });
});
