import { expect, test, vi } from 'vitest';

import { inSlices } from '#client/live/time-slices.ts';
import type { Steps } from '#shared/scoring/steps.ts';

/** A clock of which each look takes so long. */
function slowClock(stepMs: number): () => number {
  let nowMs = 0;
  return () => (nowMs += stepMs);
}

function* count(steps: number): Steps<string> {
  for (let step = 1; step < steps; step += 1) yield;
  return 'done';
}

/** How often other work has a turn while these steps are done. */
async function countTurns(steps: number, stepMs: number): Promise<number> {
  const turns = vi.spyOn(MessagePort.prototype, 'postMessage');
  try {
    expect(await inSlices(count(steps), slowClock(stepMs))).toBe('done');
    return turns.mock.calls.length;
  } finally {
    turns.mockRestore();
  }
}

test('[SR24] steps that take longer than 10 ms have turns of their own, and quick ones share them', async () => {
  expect(await countTurns(20, 11)).toBe(19);
  expect(await countTurns(20, 4)).toBe(6);
  expect(await countTurns(20, 0.1)).toBe(0);
});

function* fail(): Steps<void> {
  yield;
  throw new Error('no such row');
}

test('[SR24] a work that fails between two turns says so', async () => {
  await expect(inSlices(fail(), slowClock(11))).rejects.toThrow('no such row');
});
