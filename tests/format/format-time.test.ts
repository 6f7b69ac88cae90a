import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClock, formatElapsed, formatRaceClock } from '#shared/format/format-time.ts';

test.each([
  [1, '00:00:01', '0:00:01'],
  [9_667_000, '02:41:07', '2:41:07'],
  [359_999_001, '100:00:00', '100:00:00'],
])('[RK1] %d ms are shown as %s and %s', (spanMs, clock, elapsed) => {
  expect(formatClock(spanMs)).toBe(clock);
  expect(formatElapsed(spanMs)).toBe(elapsed);
});

test.each([
  [-1, '00:00'],
  [999, '00:00'],
  [3_599_999, '59:59'],
  [11_066_500, '3:04:26'],
])('a running clock shows %d ms as %s: a second appears when it is over', (spanMs, clock) =>
  expect(formatRaceClock(spanMs)).toBe(clock),
);

test('[RK1] a shown time reads back as the rounded one', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999 * 3_600_000 }), (spanMs) => {
      for (const text of [formatClock(spanMs), formatElapsed(spanMs)]) {
        const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
        expect((hours * 60 + minutes) * 60 + seconds).toBe(Math.ceil(spanMs / 1000));
      }
    }),
  );
});
