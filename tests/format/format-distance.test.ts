import { expect, test } from 'vitest';

import { formatKilometres, formatPace } from '#shared/format/format-distance.ts';

test('distances are kilometres without superfluous digits', () => {
  expect([0, 42_195, 8_000, 12_449].map(formatKilometres)).toEqual([
    '0 km',
    '42.2 km',
    '8 km',
    '12.4 km',
  ]);
});

test('a pace is minutes and seconds a kilometre', () => {
  expect(formatPace(3_720_000, 10_000)).toBe('6:12 /km');
  expect(formatPace(359_600, 1_000)).toBe('6:00 /km');
});
