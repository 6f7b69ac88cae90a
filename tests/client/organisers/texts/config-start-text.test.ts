import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  completeStart,
  describeDistance,
  describeMoment,
  describeSpan,
  parseTypedStart,
  writeStart,
} from '#client/organisers/texts/start-text.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const LONDON = 'Europe/London';

test.each([
  ['2026-06-20 10:00:00', '2026-06-20-10-00-00'],
  ['2026-06-20T10:00', '2026-06-20-10-00-00'],
  ['  2026-6-2   9:05 ', '2026-06-02-09-05-00'],
  ['20/06/2026 10:00', undefined],
  ['10:00', undefined],
  ['', undefined],
])('a start written %j is %j', (typed, stored) => expect(parseTypedStart(typed)).toBe(stored));

describe('a time of day alone', () => {
  test('is of the day it is where the race is', () => {
    const lateMs = Date.UTC(2026, 5, 20, 23, 30);
    expect(completeStart('10:00', lateMs, LONDON)).toBe('2026-06-21 10:00:00');
    expect(completeStart('9:05:07', lateMs, 'America/New_York')).toBe('2026-06-20 09:05:07');
  });

  test('and a start in another form stands in the full form, other texts as they are', () => {
    expect(completeStart('2026-06-20T10:00', GUN_MS, LONDON)).toBe('2026-06-20 10:00:00');
    expect(completeStart('soon', GUN_MS, LONDON)).toBe('soon');
  });
});

test('a moment and its distance are in plain words', () => {
  expect(describeMoment(GUN_MS, LONDON)).toBe('Saturday 20 June 2026, 10:00:00');
  expect(describeDistance(GUN_MS, GUN_MS - 125 * 60_000)).toBe('in 2 h 5 min');
  expect(describeDistance(GUN_MS, GUN_MS + 12_900)).toBe('12 s ago');
});

test.each([
  [59_999, '59 s'],
  [47.5 * 3_600_000, '47 h 30 min'],
  [72 * 3_600_000, '3 days'],
])('%i ms are %s', (spanMs, words) => expect(describeSpan(spanMs)).toBe(words));

describe('[SF7] a start taken off the clock', () => {
  test('is refused only in an hour that the clocks show for the second time', () => {
    const firstMs = Date.UTC(2026, 9, 25, 0, 30);
    expect(writeStart(firstMs, LONDON)).toBe('2026-10-25-01-30-00');
    expect(writeStart(firstMs + 3_600_000, LONDON)).toBeUndefined();
    expect(writeStart(firstMs + 3_600_000, 'UTC')).toBe('2026-10-25-01-30-00');
    expect(writeStart(firstMs + 2 * 3_600_000, LONDON)).toBe('2026-10-25-02-30-00');
  });

  test('reads back as the same second, whatever the zone', () => {
    const zones = fc.constantFrom(
      LONDON,
      'America/St_Johns',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    );
    const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
    fc.assert(
      fc.property(moments, zones, (epochMs, zone) => {
        const start = writeStart(epochMs, zone);
        fc.pre(start !== undefined);
        expect(findStartMs(start, zone)).toBe(Math.floor(epochMs / 1_000) * 1_000);
      }),
    );
  });
});
