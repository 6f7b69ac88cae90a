import { expect, onTestFinished, test, vi } from 'vitest';

import { main } from '#tests/harness/main.ts';
import { describePlan } from '#tests/harness/report.ts';
import { planRace } from '#tests/harness/plan-race.ts';
import { runCompiler } from '#tests/support/compile-c.ts';

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

test('[SN20 CF11] kills, pauses and cuts in a race of two instances and three mats: nothing is lost, duplicate or divergent', async () => {
  const { status, text } = await runFaults('--minutes', '0.6', '--seed', '20260620');
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(status).toBe(0);
  expect(text).toContain(describePlan(planRace(20_260_620, 0.6)));
  expect(text).toContain('npm run faults -- --minutes 0.6 --seed 20260620');
  expect(text).toMatch(/^reads {4}ok [1-9]/m);
  expect(text).toMatch(/^saves {4}ok [1-9]/m);
});

test('an acknowledged read removed from Redis is reported as lost', async () => {
  const args = ['--minutes', '0.05', '--seed', '7', '--drop-acknowledged'];
  const { status, text } = await runFaults(...args);
  expect(text).toMatch(/^verdict {2}lost 1, unexpected 0, duplicate 0, /m);
  expect(text).toMatch(/^lost: the read .+ was acknowledged and is not stored$/m);
  expect(status).toBe(1);
});

test('power cuts and full disks in a race: nothing is lost, duplicate or divergent', async () => {
  const { status, text } = await runFaults('--minutes', '0.4', '--seed', '1', '--disks');
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(status).toBe(0);
  expect(text).toMatch(/^faults .* power [1-9].*, full [1-9]/m);
  expect(text).toContain('npm run faults -- --minutes 0.4 --seed 1 --disks');
});

test('slow links and forgotten connections in a race: nothing is lost, duplicate or divergent', async () => {
  const args = ['--minutes', '0.4', '--seed', '7', '--links'];
  const { status, text } = await runFaults(...args);
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(status).toBe(0);
  expect(text).toMatch(/^faults .* slow [1-9].*, forget [1-9]/m);
  expect(text).toMatch(new RegExp(`npm run faults -- ${args.join(' ')}$`));
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
