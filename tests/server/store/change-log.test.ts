import { expect, test } from 'vitest';

import { readLogged } from '#server/store/change-log.ts';

test.for([
  { at: 'yesterday' },
  { by: null },
  { reason: {} },
  { reports: { gone: 'all' } },
  { reports: { gone: [null] } },
])('[CF19] a change logged with %j is unreadable', (damage) => {
  const entry = { at: '2026-11-20T10:00:00.000Z', by: 'x', action: 'save' };
  const [good, damaged] = [{}, damage].map((change) => {
    const text = JSON.stringify({ epoch: 'e', entries: [{ ...entry, ...change }] });
    return readLogged(1, text);
  });
  expect(good).toHaveLength(1);
  expect(damaged).toBeUndefined();
});
