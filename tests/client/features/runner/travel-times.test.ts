import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { planDeparture } from '#client/features/runner/travel-times.ts';
import { lookAhead } from '#shared/forecast/forecast.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

const inMinutes = (minutes: number): number => minutes * MINUTE_MS;
const STAGE = {
  stage: 1,
  basis: 9,
  elapsedMs: inMinutes(60),
  earliestMs: inMinutes(50),
  latestMs: inMinutes(80),
};
const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** When to leave who needs so many minutes, so many minutes after the start. */
function plan(outMinutes: number, travelMinutes: number) {
  const outMs = inMinutes(outMinutes);
  return planDeparture(lookAhead(STAGE, outMs), GUN_MS, travelMinutes, GUN_MS + outMs);
}

test.each([
  [10, 25, { kind: 'by', atMs: GUN_MS + inMinutes(25) }],
  [10, 0, { kind: 'by', atMs: GUN_MS + inMinutes(50) }],
  [25, 25, { kind: 'now' }],
  [54, 25, { kind: 'now' }],
  [55, 25, { kind: 'now' }],
  [56, 25, { kind: 'late' }],
  [79, 0, { kind: 'now' }],
])('%d minutes out, %d minutes away', (out, travel, departure) =>
  expect(plan(out, travel)).toEqual(departure),
);

test('leaving at the given time arrives before the earliest moment; too late for the latest is said', () => {
  const minutes = fc.integer({ min: 0, max: 80 });
  fc.assert(
    fc.property(minutes, fc.integer({ min: 0, max: 999 }), (out, travel) => {
      const atMs = GUN_MS + STAGE.earliestMs - inMinutes(travel);
      const isInTime = atMs > GUN_MS + inMinutes(out);
      const kind = out + travel > 80 ? 'late' : 'now';
      expect(plan(out, travel)).toEqual(isInTime && out < 50 ? { kind: 'by', atMs } : { kind });
    }),
  );
});
