import type { Timers } from '#client/live/timers.ts';
import { browserTimers } from '#client/live/timers.ts';

/** How long a deferred part of the page may take to arrive (SCREENS.md SE2). */
export const LOAD_TIMEOUT_MS = 120_000;

/** A deferred part of the page could not be had. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** Waits for a deferred part; rejects with a {@link LoadError} when it fails or takes too long. */
export function loadInTime<T>(load: () => Promise<T>, timers: Timers = browserTimers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(LOAD_TIMEOUT_MS, () => {
      reject(new LoadError('A part of the page did not arrive within two minutes.'));
    });
    load()
      .then(resolve, (cause: unknown) => {
        reject(new LoadError('A part of the page could not be loaded.', { cause }));
      })
      .finally(cancel);
  });
}
