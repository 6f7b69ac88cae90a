import { setTimeout } from 'node:timers/promises';

/** Waits for `ms`, or until `stop` is aborted. */
export async function waitFor(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}
