import type { DurationMs, EpochMs } from '#shared/model/time.ts';

/** The page's clock and timers, injected so that tests control time. */
export interface Timers {
  /** The phone's clock, which may be wrong by hours. */
  now(): EpochMs;
  /** Runs once after the delay; the returned function cancels it. */
  after(delayMs: DurationMs, run: () => void): () => void;
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Runs once the page has loaded and the browser is idle. */
export function whenIdle(run: () => void): void {
  const wait = (): void => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5_000 });
    else setTimeout(run, 1_000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
