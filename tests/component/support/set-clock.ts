import { onTestFinished, vi } from 'vitest';

/** Sets this computer's clock until the test ends, so that no time goes by in what it shows; timers go on. */
export function setClock(nowMs: number): void {
  if (vi.isFakeTimers()) vi.setSystemTime(nowMs);
  else vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
