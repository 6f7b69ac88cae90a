import { expect, test } from 'vitest';

import { isDismissed } from '#shared/model/decisions.ts';

test('[MS6] a band is dismissed until there is one more scan of it than was seen', () =>
  expect([1, 2, 3].map((scans) => isDismissed({ scans: 2 }, scans))).toEqual([true, true, false]));
