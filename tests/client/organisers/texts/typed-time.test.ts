import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  readTypedTime,
  showTypedTime,
  type TimeFrame,
} from '#client/organisers/texts/typed-time.ts';

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
