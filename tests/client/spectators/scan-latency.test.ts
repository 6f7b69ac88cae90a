import { describe, expect, test } from 'vitest';

import {
  FEWEST_PASSINGS,
  FRESH_MS,
  MOST_PASSINGS,
  ScanLatency,
} from '#client/features/results/scan-latency.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const NOW_MS = GUN_MS + 90 * MINUTE_MS;
const at = (phoneMs: number, steadyMs = phoneMs - GUN_MS, offsetMs = 0) => ({
  phoneMs,
  steadyMs,
  offsetMs,
});

/** Somebody who was read at the first checkpoint so long before {@link NOW_MS}. */
function passing(runnerId: string, ageMs: number) {
  const splitMs = NOW_MS - ageMs - GUN_MS;
  return buildResult({
    runnerId,
    startedAtMs: GUN_MS,
    splitsMs: [splitMs, null, null, null, null, null],
  });
}

/** So many passings, one a push, from `ageMs` on by 100 ms more each. */
function see(latency: ScanLatency, count: number, ageMs: number, moment = at(NOW_MS)): void {
  for (let i = 0; i < count; i += 1) {
    latency.note([passing(`${ageMs}:${i}`, ageMs + i * 100)], moment);
  }
}

describe('[PG4] the median from the scan to the screen', () => {
  test('is told once there are enough, and is of the last ones alone', () => {
    const latency = new ScanLatency();
    see(latency, FEWEST_PASSINGS - 1, 200);
    expect(latency.figure).toBeUndefined();
    latency.note([passing('last', 0)], at(NOW_MS));
    expect(latency.figure).toEqual({ medianMs: 600, count: 10 });
    for (let i = 0; i < MOST_PASSINGS; i += 1) latency.note([passing(`x${i}`, 2_000)], at(NOW_MS));
    expect(latency.figure).toEqual({ medianMs: 2_000, count: 50 });
  });

  test('is not moved by a row that changes again, nor by one without a start', () => {
    const latency = new ScanLatency();
    see(latency, 10, 0);
    const before = latency.figure;
    const later = at(NOW_MS + 3_000);
    see(latency, 10, 0, later);
    const { startedAtMs: _, ...unknown } = passing('unknown', 5_000);
    latency.note([buildResult({ ...unknown, startedAtMs: null })], later);
    expect(latency.figure).toEqual(before);
  });

  test('leaves out what was uploaded late, and is silent while that is most of what comes', () => {
    const latency = new ScanLatency();
    see(latency, 10, 0);
    see(latency, 10, FRESH_MS + 1);
    expect(latency.figure).toEqual({ medianMs: 500, count: 10 });
    see(latency, 1, 45 * MINUTE_MS);
    expect(latency.figure).toBeUndefined();
    see(latency, 12, 300);
    expect(latency.figure?.count).toBe(22);
  });

  test('takes a fresh one that comes with many late ones for late', () => {
    const latency = new ScanLatency();
    see(latency, 10, 0);
    latency.note([passing('a', 9_000), passing('b', 30_000), passing('c', 60_000)], at(NOW_MS));
    expect(latency.figure).toEqual({ medianMs: 500, count: 10 });
  });

  test('is on the server’s clock, however wrong the phone’s is', () => {
    const latency = new ScanLatency();
    see(latency, 10, 0, at(NOW_MS - 3_600_000, 1_000, 3_600_000));
    expect(latency.figure?.medianMs).toBe(500);
  });

  test.each([3_000, -3_000])('forgets all when the phone’s clock is set by %i ms', (stepMs) => {
    const latency = new ScanLatency();
    see(latency, 10, 0);
    // The steady clock says that no time has gone by.
    const set = at(NOW_MS + stepMs, NOW_MS - GUN_MS);
    see(latency, 20, 100, set);
    expect(latency.figure).toBeUndefined();
    // The server's clock is read anew.
    see(latency, 10, 200, { ...set, offsetMs: -stepMs });
    expect(latency.figure).toEqual({ medianMs: 700, count: 10 });
  });

  test('takes a read from the future for no read: some clock is wrong', () => {
    const latency = new ScanLatency();
    see(latency, 30, -60_000);
    expect(latency.figure).toBeUndefined();
    for (let i = 0; i < 40; i += 1) latency.note([passing(`s${i}`, -500)], at(NOW_MS));
    expect(latency.figure).toEqual({ medianMs: 0, count: 40 });
  });
});
