import { onTestFinished, vi } from 'vitest';

/** Stops the clock at `nowMs` until the test ends; timers continue. */
export function setClock(nowMs: number): void {
  if (vi.isFakeTimers()) vi.setSystemTime(nowMs);
  else vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
