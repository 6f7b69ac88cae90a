import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** How long the assertion may keep failing: long enough for a machine that has other things to do. */
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/**
 * Polls until `assertion` neither throws nor rejects and returns what it
 * returned. Past the time it throws the last failure, so that the test shows
 * what was missing and not merely that time ran out.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = 15_000, intervalMs = 20 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(intervalMs);
  }
}
