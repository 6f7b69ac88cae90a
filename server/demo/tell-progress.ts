import { formatElapsed } from '#shared/format/format-time.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { ReplayPlan } from './replay-plan.ts';

const EVERY_MS = 20 * SECOND_MS;

/** Says from time to time how far the replay has come, until it is stopped. */
export function tellProgress(
  { live, lastMs }: ReplayPlan,
  speed: number,
  say: (text: string) => void,
): { stop(): void } {
  const firstMs = live[0]?.elapsedMs ?? lastMs;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const reachedMs = firstMs + (performance.now() - startedMs) * speed;
    if (reachedMs < lastMs) {
      const left = formatElapsed((lastMs - reachedMs) / speed);
      say(`${formatElapsed(reachedMs)} into the race, ${left} to go`);
    }
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
