import { onTestFinished, vi } from 'vitest';

/** Stops the clock by which rows have moved and are pressed; returns what sets it, in milliseconds. */
export function provideMoments(): (atMs: number) => void {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  onTestFinished(() => now.mockRestore());
  return (atMs) => void now.mockReturnValue(atMs);
}
