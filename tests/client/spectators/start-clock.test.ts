import { describe, expect, test } from 'vitest';

import {
  CLOCK_SPAN_MS,
  describeStart,
  describeStartClock,
} from '#client/spectators/start-clock.ts';
import { en } from '#shared/texts/en.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const LONDON = 'Europe/London';
const at = (sinceMs: number) =>
  describeStartClock(GUN_MS, GUN_MS + sinceMs, { timeZone: LONDON, texts: en });

describe('the race clock', () => {
  test.each([
    [999, '00:00'],
    [59 * 60_000 + 59_999, '59:59'],
    [3_600_000 + 62_500, '1:01:02'],
    [CLOCK_SPAN_MS - 1, '3:29:59'],
  ])('%i ms after the gun shows %s', (sinceMs, time) =>
    expect(at(sinceMs)).toEqual({ kind: 'running', label: 'Race time: ', time }),
  );

  test('after three and a half hours the header says when the race started, and how many are out', () => {
    const after = [
      [CLOCK_SPAN_MS, 12],
      [CLOCK_SPAN_MS, 0],
      [24 * 3_600_000, 1],
    ] as const;
    expect(
      after.map(([sinceMs, onCourse]) =>
        describeStartClock(GUN_MS, GUN_MS + sinceMs, { timeZone: LONDON, texts: en, onCourse }),
      ),
    ).toEqual([
      { kind: 'words', text: 'Started at 10:00 · 12 on course' },
      { kind: 'words', text: 'Started at 10:00' },
      { kind: 'words', text: 'Started Sat 20 Jun at 10:00 · 1 on course' },
    ]);
  });
});

test('a closed race has no clock', () => {
  for (const gunMs of [undefined, GUN_MS, GUN_MS - 60_000, GUN_MS + 60_000]) {
    const options = { timeZone: LONDON, texts: en, closing: 'The race is closed' };
    expect(describeStartClock(gunMs, GUN_MS, options)).toEqual({
      kind: 'words',
      text: 'The race is closed',
    });
  }
});

describe('before the start', () => {
  test.each([
    [-1, '00:01'],
    [-1_001, '00:02'],
    [-3_600_000, '1:00:00'],
  ])('%i ms from the gun counts down: %s', (sinceMs, time) =>
    expect(at(sinceMs)).toEqual({ kind: 'running', label: 'Starts in ', time }),
  );

  test.each([
    [-3_600_001, 'Starts at 10:00'],
    [-24 * 3_600_000, 'Starts Sat 20 Jun at 10:00'],
  ])('%i ms from the gun: %s', (sinceMs, text) =>
    expect(at(sinceMs)).toEqual({ kind: 'words', text }),
  );

  test('the time is in the race’s zone, across a change of the clocks', () => {
    const gunMs = findStartMs('2026-10-25-09-00-00', LONDON) ?? 0;
    expect(gunMs).toBe(Date.UTC(2026, 9, 25, 9));
    // The day has 25 hours: ten before 09:00 it is midnight, and still the same day.
    expect(describeStart(gunMs, gunMs - 10 * 3_600_000, LONDON, en)).toBe('at 09:00');
    expect(describeStart(gunMs, gunMs - 10 * 3_600_000 - 1, LONDON, en)).toBe(
      'Sun 25 Oct at 09:00',
    );
    expect(describeStart(gunMs, gunMs, 'America/New_York', en)).toBe('at 05:00');
  });
});
