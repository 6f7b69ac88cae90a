import { array, assert, double, property, record } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ConflatedPush, PushPace } from '#server/web/sockets/push-pace.ts';

const MIN_MS = 250;
const MAX_MS = 1_000;
const CALM = { tookMs: 0, lateMs: 0 };

const span = double({ min: 0, max: 60_000, noNaN: true });

test('[PR12] under any load the interval is 250 ms to 1 s, and short again after it', () => {
  assert(
    property(array(record({ tookMs: span, lateMs: span }), { maxLength: 50 }), (loads) => {
      const pace = new PushPace();
      for (const load of loads) {
        const beforeMs = pace.intervalMs;
        const nextMs = pace.next(load);
        expect(nextMs).toBe(pace.intervalMs);
        expect([beforeMs / 2, beforeMs, 2 * beforeMs]).toContain(nextMs);
        expect(nextMs).toBeGreaterThanOrEqual(MIN_MS);
        expect(nextMs).toBeLessThanOrEqual(MAX_MS);
      }
      pace.next(CALM);
      expect(pace.next(CALM)).toBe(MIN_MS);
    }),
  );
});

test.each([
  ['a message that takes more', { tookMs: 126, lateMs: 0 }, 500],
  ['an event loop that is late', { tookMs: 0, lateMs: 101 }, 500],
])('[PR12] the interval after %s', (_, load, expectedMs) =>
  expect(new PushPace().next(load)).toBe(expectedMs),
);

test('[PR12] a steady load leaves the interval where it is', () => {
  assert(
    property(double({ min: 0, max: 500, noNaN: true }), (tookMs) => {
      const pace = new PushPace();
      for (let i = 0; i < 3; i += 1) pace.next({ tookMs, lateMs: 0 });
      const settledMs = pace.intervalMs;
      for (let i = 0; i < 10; i += 1) expect(pace.next({ tookMs, lateMs: 0 })).toBe(settledMs);
    }),
  );
});

test('[PR12] after an interval without a push the interval is the shortest', () => {
  const pace = new PushPace();
  pace.next({ tookMs: 0, lateMs: 400 });
  expect(pace.next({ tookMs: 0, lateMs: 400 })).toBe(MAX_MS);
  pace.rest();
  expect(pace.intervalMs).toBe(MIN_MS);
});

describe('[PR12] with fake timers', () => {
  const INTERVAL_MS = 250;
  let pushes: number[] = [];
  let push: ConflatedPush;
  beforeEach(() => {
    vi.useFakeTimers();
    pushes = [];
    push = new ConflatedPush(() => pushes.push(Date.now()), INTERVAL_MS);
  });
  afterEach(() => {
    push.close();
    vi.useRealTimers();
  });
  const sinceStart = (): number[] => pushes.map((atMs) => atMs - (pushes[0] ?? 0));

  test('a push while idle goes out at once', () => {
    for (let i = 1; i <= 3; i += 1) {
      push.request();
      expect(pushes).toHaveLength(i);
      vi.advanceTimersByTime(INTERVAL_MS);
    }
  });

  test('pushes during an interval go out together at its end, and none is lost', () => {
    for (let i = 0; i < 200; i += 1) {
      push.request();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(sinceStart()).toEqual([0, 250, 500, 750, 1_000]);
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(5);
  });

  test('a closed one pushes nothing more', () => {
    push.request();
    push.request();
    push.close();
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(1);
  });
});
