import { array, assert, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';

import { findNextInterval, type PushLoad, PushPace } from '#server/web/sockets/push-pace.ts';

const CALM: PushLoad = { fanOutMs: 0, otherShare: 0, lateMs: 0, drainingShare: 0 };
const MIN_MS = 250;
const MAX_MS = 1_000;

const share = double({ min: 0, max: 1, noNaN: true });
const span = double({ min: 0, max: 60_000, noNaN: true });
const load = record({
  fanOutMs: span,
  otherShare: share,
  lateMs: span,
  drainingShare: share,
});
const interval = integer({ min: MIN_MS, max: MAX_MS });

test('[PR12 PR32] the interval is a quarter of a second to a second, whatever the load', () => {
  assert(
    property(interval, array(load, { maxLength: 50 }), (startMs, loads) => {
      let nowMs = startMs;
      for (const one of loads) {
        nowMs = findNextInterval(nowMs, one);
        expect(nowMs).toBeGreaterThanOrEqual(MIN_MS);
        expect(nowMs).toBeLessThanOrEqual(MAX_MS);
      }
    }),
  );
});

test('[PR32] more load of any kind, or a longer interval before, never makes it shorter', () => {
  assert(
    property(interval, interval, load, load, (a, b, one, other) => {
      const more: PushLoad = {
        fanOutMs: Math.max(one.fanOutMs, other.fanOutMs),
        otherShare: Math.max(one.otherShare, other.otherShare),
        lateMs: Math.max(one.lateMs, other.lateMs),
        drainingShare: Math.max(one.drainingShare, other.drainingShare),
      };
      const longer = findNextInterval(Math.max(a, b), more);
      expect(longer).toBeGreaterThanOrEqual(findNextInterval(Math.min(a, b), one));
    }),
    // Where a step to a shorter one and none at all are a millisecond apart.
    { examples: [[313, 314, { ...CALM, fanOutMs: 187.6 }, CALM]] },
  );
});

test('[PR32] once the load is gone it is back within ten messages, a step at a time', () => {
  assert(
    property(interval, (startMs) => {
      let nowMs = startMs;
      for (let i = 0; i < 10; i += 1) {
        const nextMs = findNextInterval(nowMs, CALM);
        expect(nextMs).toBeGreaterThanOrEqual(Math.floor(nowMs * 0.8));
        nowMs = nextMs;
      }
      expect(nowMs).toBe(MIN_MS);
    }),
  );
});

test('[PR32] a load that comes and goes by a tenth leaves it where it is', () => {
  const heavy = { ...CALM, fanOutMs: 400 };
  const light = { ...CALM, fanOutMs: 360 };
  const intervals = Array.from({ length: 20 }).reduce<number[]>(
    (seen, _, i) => [...seen, findNextInterval(seen.at(-1) ?? MIN_MS, i % 2 === 0 ? heavy : light)],
    [],
  );
  expect(new Set(intervals).size).toBe(1);
});

test.each([
  ['a message to all that takes most of the interval', { ...CALM, fanOutMs: 250 }, 334],
  ['the same beside as much else', { ...CALM, fanOutMs: 250, otherShare: 0.25 }, 500],
  ['a core that is full of anything else', { ...CALM, fanOutMs: 50, otherShare: 0.9 }, 500],
  ['the same, where pushing less would not help', { ...CALM, fanOutMs: 1, otherShare: 1 }, MIN_MS],
  ['an event loop that is a little late', { ...CALM, lateMs: 100 }, MIN_MS],
  ['an event loop that is late', { ...CALM, lateMs: 300 }, 625],
  ['phones in a tunnel, a tenth of them', { ...CALM, drainingShare: 0.1 }, MIN_MS],
  ['a network that is full', { ...CALM, drainingShare: 0.3 }, 625],
])('[PR32] what %s makes of it', (_, given, expectedMs) =>
  expect(findNextInterval(MIN_MS, given)).toBe(expectedMs),
);

test('[PR32] the pace of an instance grows with what it is told, and rests when nothing comes', () => {
  const pace = new PushPace();
  expect(pace.intervalMs).toBe(MIN_MS);
  expect(pace.next({ tookMs: 0, lateMs: 400 })).toBeGreaterThanOrEqual(800);
  pace.drainingShare = 1;
  expect(pace.next({ tookMs: 0, lateMs: 0 })).toBe(MAX_MS);
  expect(pace.intervalMs).toBe(MAX_MS);
  pace.rest();
  expect(pace.intervalMs).toBe(MIN_MS);
});
