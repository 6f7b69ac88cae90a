import { describe, expect, test } from 'vitest';

import { LOAD_TIMEOUT_MS, LoadError, loadInTime } from '#client/ui/deferred.tsx';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';

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
