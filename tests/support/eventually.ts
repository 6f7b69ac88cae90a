import { setTimeout as delay } from 'node:timers/promises';

import { HANGS_MS } from './hangs.ts';

/**
 * Polls until `assertion` neither throws nor rejects, and resolves to its value. The timeout is only for hangs, so that
 * no test fails on a slow machine; it throws the last failure.
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
