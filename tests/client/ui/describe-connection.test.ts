import { expect, test } from 'vitest';

import { createDeferred } from '#client/ui/deferred.tsx';
import { en } from '#shared/texts/en.ts';
import { chooseBadge, describeConnection } from '#client/ui/describe-connection.ts';

test('a part of the page that cannot be loaded rejects with the cause', async () => {
  const cause = new TypeError('Failed to fetch');
  const part = createDeferred(() => Promise.reject(cause));
  await expect(part.load()).rejects.toMatchObject({ name: 'LoadError', cause });
});

const second = 1_000;
const minute = 60 * second;

test.each([
  ['live', 0, 'Live'],
  ['catching-up', 5 * second, 'Catching up'],
  ['catching-up', 2 * minute + 5 * second, 'Catching up · 2 min old'],
  ['catching-up', undefined, 'Connecting'],
  ['polling', 9 * second, 'Updates every 10 s'],
  ['provisional', 0, 'Provisional'],
  ['official', 0, 'Official'],
  ['offline', undefined, 'Offline'],
  ['offline', 2 * minute + 5 * second, 'Offline · data 2 min old'],
] as const)('[SR18] the badge of %s after %s ms: %s', (state, ageMs, words) =>
  expect(describeConnection(state, 10 * second, ageMs, en.connection)).toBe(words),
);

test.each(['provisional', 'official'] as const)(
  '[OF2] the badge of %s results does not show live, but still shows missing or old data',
  (results) => {
    const states = ['live', 'polling', 'catching-up', 'offline'] as const;
    expect(states.map((state) => chooseBadge(state, results))).toEqual([
      results,
      results,
      'catching-up',
      'offline',
    ]);
    expect(states.map((state) => chooseBadge(state, 'open'))).toEqual(states);
  },
);
