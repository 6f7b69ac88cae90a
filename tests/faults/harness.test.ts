import { expect, onTestFinished, test, vi } from 'vitest';

import { main } from '#tests/harness/main.ts';
import { describePlan } from '#tests/harness/report.ts';
import { planRace } from '#tests/harness/plan-race.ts';
import { runCompiler } from '#tests/support/compile-c.ts';
import { TEST_HANGS_MS } from '#tests/support/hangs.ts';

/** The plan takes half a minute, and every restart of a process more. */
vi.setConfig({ testTimeout: 2 * TEST_HANGS_MS });

const ALL = ['--disks', '--links'];

/** Runs the command; returns its exit status and output. */
async function runFaults(...args: readonly string[]): Promise<{ status: number; text: string }> {
  const printed: string[] = [];
  const take = (text: string): void => void printed.push(text);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(take),
    vi.spyOn(console, 'error').mockImplementation(take),
    // Warnings of the pages.
    vi.spyOn(console, 'warn').mockReturnValue(undefined),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { status: await main(args), text: printed.join('\n') };
}

test('[SN20] kills, pauses, cut, slow and forgotten links, power cuts and full disks in a race of two instances and three mats: nothing is lost, duplicate or divergent', async () => {
  const { status, text } = await runFaults('--minutes', '0.4', '--seed', '77', ...ALL);
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(status).toBe(0);
  expect(text).toContain(describePlan(planRace(77, 0.4, { disks: true, links: true })));
  expect(text).toMatch(/^reads {4}ok [1-9]/m);
  expect(text).toMatch(/^saves {4}ok [1-9]/m);
  // Each kind of fault is in the plan of this seed.
  expect(text).toMatch(/^faults {3}(?:\w+ [1-9]\d*(?:, )?){9}$/m);
  expect(text).toMatch(/npm run faults -- --minutes 0\.4 --seed 77 --disks --links$/);
});

test('an acknowledged read removed from Redis is reported as lost', async () => {
  const args = ['--minutes', '0.15', '--seed', '2541', '--drop-acknowledged'];
  const { status, text } = await runFaults(...args);
  expect(text).toMatch(/^verdict {2}lost 1, unexpected 0, duplicate 0, /m);
  expect(text).toMatch(/^lost: the read .+ was acknowledged and is not stored$/m);
  expect(status).toBe(1);
});

test('[CM18] a wrong option and a missing compiler are reported in plain lines', async () => {
  for (const [option, ...args] of [['--minutes', '0'], ['--seed', 'x'], ['--fast']] as const) {
    const { status, text } = await runFaults(option, ...args);
    expect(status).toBe(1);
    expect(text).toContain(option);
    expect(text).not.toContain('\n');
  }
  await expect(runCompiler('no-such-cc', 'a.c', 'a')).rejects.toThrow(
    /^There is no C compiler `no-such-cc`.*\nInstall one/,
  );
});
