import type { DurationMs } from '#shared/model/time.ts';
import type { Steps } from '#shared/scoring/steps.ts';

/** How long a task may block the page: two thirds of a frame. */
const SLICE_MS: DurationMs = 10;

/**
 * Does long work step by step, as many in a task as there is time for; between two tasks the page
 * paints and listens. Unlike timers these tasks are not delayed by seconds on a hidden page.
 */
export async function inSlices<T>(
  steps: Steps<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  try {
    for (let untilMs = now() + SLICE_MS; ;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (now() < untilMs) continue;
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
      untilMs = now() + SLICE_MS;
    }
  } finally {
    port1.close();
  }
}
