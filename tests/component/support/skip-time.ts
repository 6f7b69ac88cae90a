import { onTestFinished, vi } from 'vitest';

/**
 * Lets the clock of this test run as ever, and be put forward; returns what does that. Call it
 * before the screen opens, and before `setClock`.
 */
export function provideSkipTime(): (ms: number) => Promise<void> {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.now(),
    shouldAdvanceTime: true,
    advanceTimeDelta: 1,
  });
  onTestFinished(() => void vi.useRealTimers());
  return async (ms) => void (await vi.advanceTimersByTimeAsync(ms));
}
