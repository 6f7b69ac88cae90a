import { setTimeout as delay } from 'node:timers/promises';

import { timing } from './timing.mjs';

/** Pauses before restarts; the last one repeats, which neither fills the log nor delays a restart for too long. */
const PAUSES_MS = [timing('restartPauseMs', 250), 1_000, 2_000, 5_000, 10_000];
/** After a run of this length the pauses start again with the shortest. */
const STABLE_MS = timing('stableLifeMs', 30_000);

/**
 * Runs something again whenever it has ended, after pauses that grow while it ends soon.
 * @param {() => Promise<string | undefined>} run returns why it ended, or undefined to stop
 * @param {AbortSignal} stop
 * @param {{ say: (line: string) => void }} steps
 */
export async function keepRunning(run, stop, steps) {
  for (let early = 1; ; early += 1) {
    const startMs = performance.now();
    const why = await run();
    if (why === undefined || stop.aborted) return;
    if (performance.now() - startMs >= STABLE_MS) early = 1;
    const pauseMs = PAUSES_MS[Math.min(early, PAUSES_MS.length) - 1] ?? 0;
    steps.say(`${why}; starting it again in ${pauseMs / 1_000} s`);
    await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
  }
}
