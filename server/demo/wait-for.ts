import { setTimeout } from 'node:timers/promises';

/** Waits so long, or until it is called off. */
export async function waitFor(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}
