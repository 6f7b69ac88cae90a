import { describe, expect, test } from 'vitest';

import { LOAD_TIMEOUT_MS, LoadError, loadInTime } from '#client/ui/deferred.tsx';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { en } from '#shared/texts/en.ts';
import { chooseBadge, describeConnection } from '#client/ui/describe-connection.ts';

describe('a deferred part of the page', () => {
  test('rejects with a load error after 120 s', async () => {
    const timers = new ManualTimers();
    let failure: unknown;
    const loading = loadInTime(() => new Promise<never>(() => undefined), timers).catch(
      (error: unknown) => {
        failure = error;
      },
    );
    timers.advance(LOAD_TIMEOUT_MS - 1);
    await Promise.resolve();
    expect(failure).toBeUndefined();
    timers.advance(1);
    await loading;
    expect(LOAD_TIMEOUT_MS).toBe(120_000);
    expect(failure).toBeInstanceOf(LoadError);
  });

  test('rejects with the cause if it cannot be loaded', async () => {
    const cause = new TypeError('Failed to fetch');
    const timers = new ManualTimers();
    const loading = loadInTime(() => Promise.reject(cause), timers);
    await expect(loading).rejects.toMatchObject({ name: 'LoadError', cause });
    expect(timers.pending).toBe(0);
  });
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
