import { expect, test } from 'vitest';

import { formatPace } from '#shared/format/format-distance.ts';

test('a pace is minutes and seconds a kilometre', () => {
  expect(formatPace(3_720_000, 10_000)).toBe('6:12 /km');
  expect(formatPace(359_600, 1_000)).toBe('6:00 /km');
});
