import { onTestFinished, vi } from 'vitest';

/** Returns a function that advances the clock of the test, which otherwise runs as usual. Call it before the screen opens. */
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
