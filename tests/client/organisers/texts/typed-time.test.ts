import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';

import {
  readTypedTime,
  showTypedTime,
  type TimeFrame,
} from '#client/organisers/texts/typed-time.ts';
import {
  completeStart,
  describeMoment,
  describeSpan,
  parseTypedStart,
  writeStart,
} from '#client/organisers/texts/start-text.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

const HOUR_MS = 3_600_000;
const zones = fc.constantFrom('UTC', 'Europe/London', 'Asia/Kolkata', 'Pacific/Auckland');
const frames: fc.Arbitrary<TimeFrame & { startMs: number }> = fc.record({
  startMs: fc.integer({ min: Date.UTC(2026, 5, 1), max: Date.UTC(2026, 7, 1) }),
  dayMs: fc.constant(Date.UTC(2026, 5, 20)),
  timeZone: zones,
});

test('the other form shown next to a typed time means the same moment', () => {
  fc.assert(
    fc.property(frames, fc.integer({ min: 0, max: 60 * HOUR_MS }), (frame, elapsedMs) => {
      const atMs = frame.startMs + elapsedMs;
      const clock = showTypedTime('clock', { by: 'elapsed', text: spell(elapsedMs) }, frame);
      expect(readTypedTime({ by: 'clock', text: clock }, frame)).toBe(atMs);
      const elapsed = showTypedTime('elapsed', { by: 'clock', text: clock }, frame);
      expect(readTypedTime({ by: 'elapsed', text: elapsed }, frame)).toBe(atMs);
    }),
  );
});

test('a time of day is the first one after the start, and stays as typed', () => {
  const startMs = Date.UTC(2026, 5, 20, 22);
  const frame = { startMs, dayMs: 0, timeZone: 'UTC' };
  const read = (text: string) => readTypedTime({ by: 'clock', text }, frame);
  expect(read('22:10')).toBe(startMs + HOUR_MS / 6);
  expect(read('21:30')).toBe(startMs - HOUR_MS / 2);
  expect(read('02:10')).toBe(startMs + HOUR_MS * 4 + HOUR_MS / 6);
  expect(read('2026-06-20 02:10')).toBe(startMs - HOUR_MS * 20 + HOUR_MS / 6);
  expect(read('late')).toBeUndefined();
  const typed = { by: 'clock', text: '2:1' } as const;
  expect(showTypedTime('clock', typed, frame)).toBe('2:1');
  expect(showTypedTime('elapsed', typed, frame)).toBe('');
  // Without a start there is nothing to count from.
  const bare = { ...frame, startMs: undefined, dayMs: startMs };
  expect(readTypedTime({ by: 'elapsed', text: '1:00:00' }, bare)).toBeUndefined();
  expect(readTypedTime({ by: 'clock', text: '02:10' }, bare)).toBe(
    startMs - HOUR_MS * 20 + HOUR_MS / 6,
  );
  expect(showTypedTime('elapsed', { by: 'clock', text: '02:10' }, bare)).toBe('');
});

function spell(ms: number): string {
  const [hours, minutes, seconds] = [HOUR_MS, 60_000, 1_000].map((unit, at) =>
    String(Math.floor(ms / unit) % (at === 0 ? 1_000 : 60)).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(ms % 1_000).padStart(3, '0')}`;
}

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

test('a moment is in plain words', () => {
  expect(describeMoment(GUN_MS, LONDON)).toBe('Saturday 20 June 2026, 10:00:00');
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
