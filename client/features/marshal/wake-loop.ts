import type { Timers } from '#client/live/timers.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

/** Wait after an unexpected error. */
const AFTER_FAULT_MS = 30 * SECOND_MS;

/**
 * Runs `work` when woken, never twice at once: if woken while running, it runs once more. `work` resolves with the delay
 * until the next run; undefined to wait for the next wake.
 */
export function createWakeLoop(
  timers: Timers,
  work: () => Promise<DurationMs | undefined>,
): () => Promise<void> {
  let isRunning = false;
  let isWoken = false;
  let cancelWait: (() => void) | undefined;
  return async function wake() {
    isWoken = true;
    if (isRunning) return;
    isRunning = true;
    cancelWait?.();
    let waitMs: DurationMs | undefined;
    while (isWoken) {
      isWoken = false;
      waitMs = await work().catch((error: unknown) => {
        reportError(error);
        return AFTER_FAULT_MS;
      });
    }
    isRunning = false;
    if (waitMs !== undefined) cancelWait = timers.after(waitMs, () => void wake());
  };
}
