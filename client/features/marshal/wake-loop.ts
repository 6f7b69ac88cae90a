import type { Timers } from '#client/live/timers.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

/** After a fault of the page itself. */
const AFTER_FAULT_MS = 30 * SECOND_MS;

/**
 * Runs `work` when woken, never twice at once: woken while it runs, it runs once more. `work` resolves with the time
 * until it wakes by itself; undefined to wait until it is woken.
 */
export function createWakeLoop(
  timers: Timers,
  work: () => Promise<DurationMs | undefined>,
): () => Promise<void> {
  let isRunning = false;
  let isAsked = false;
  let cancelWait: (() => void) | undefined;
  return async function wake() {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    cancelWait?.();
    let waitMs: DurationMs | undefined;
    while (isAsked) {
      isAsked = false;
      waitMs = await work().catch((error: unknown) => {
        reportError(error);
        return AFTER_FAULT_MS;
      });
    }
    isRunning = false;
    if (waitMs !== undefined) cancelWait = timers.after(waitMs, () => void wake());
  };
}
