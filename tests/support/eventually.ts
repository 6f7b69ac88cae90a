import { setTimeout as delay } from 'node:timers/promises';

/** Ends only what hangs, on the busiest machine: before the test's own time is up, so that it shows what was missing. */
const HANGS_MS = 50_000;

/**
 * Polls until `assertion` neither throws nor rejects and returns what it
 * returned. There is no shorter wait to choose: no test fails because a
 * machine is slow. One that hangs throws the last failure.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { intervalMs = 20 }: { readonly intervalMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + HANGS_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(intervalMs);
  }
}
