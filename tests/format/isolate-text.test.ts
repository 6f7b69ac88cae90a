import { expect, test } from 'vitest';

import { joinParts } from '#shared/format/isolate-text.ts';

test('a line leaves out what is empty, and an Arabic club does not turn round what follows it', () => {
  expect(joinParts(['', '7th', undefined, false, 'Rhedwyr Preseli', '1:34:49'])).toBe(
    '7th · Rhedwyr Preseli · 1:34:49',
  );
  expect(joinParts(['نادي الجري', '3 hours'])).toBe('\u2068نادي الجري\u2069 · 3 hours');
  expect(joinParts([])).toBe('');
});
