import { expect, onTestFinished, test, vi } from 'vitest';

import { main } from '#tests/harness/main.ts';
import { describePlan } from '#tests/harness/report.ts';
import { planRace } from '#tests/harness/plan-work.ts';

/** Runs the command and returns its exit status and what it printed. */
async function runFaults(...args: readonly string[]): Promise<{ status: number; text: string }> {
  const said: string[] = [];
  const take = (text: string): void => void said.push(text);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(take),
    vi.spyOn(console, 'error').mockImplementation(take),
    // What pages note for whoever opens the console.
    vi.spyOn(console, 'warn').mockReturnValue(undefined),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { status: await main(args), text: said.join('\n') };
}

test('[HN6 SN20 CF11] a race of two instances and three mats through kills, pauses and cuts: nothing is lost, twice or otherwise', async () => {
  const { status, text } = await runFaults('--minutes', '0.6', '--seed', '20260620');
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(status).toBe(0);
  expect(text).toContain(describePlan(planRace(20_260_620, 0.6)));
  expect(text).toContain('npm run faults -- --minutes 0.6 --seed 20260620');
  expect(text).toMatch(/^reads {4}ok [1-9]/m);
  expect(text).toMatch(/^saves {4}ok [1-9]/m);
});

test('[HN7] an acknowledged read that is taken out of Redis is missed', async () => {
  const { status, text } = await runFaults(
    '--minutes',
    '0.05',
    '--seed',
    '7',
    '--drop-acknowledged',
  );
  expect(text).toMatch(/^verdict {2}lost 1, unexpected 0, duplicate 0, /m);
  expect(text).toMatch(/^lost: the read .+ was acknowledged and is not stored$/m);
  expect(status).toBe(1);
});

test('[HN17 HN15] a crowd comes and goes while a race goes on: nothing is lost, nobody is left behind, and all vitals are told', async () => {
  const args = ['--endurance', '--minutes', '0.5', '--seed', '7', '--spectators', '40'];
  const { status, text } = await runFaults(...args);
  expect(text).toContain('\nverdict  lost 0, unexpected 0, duplicate 0, stale 0, divergent 0\n');
  expect(text).toMatch(
    /^crowd {4}40 spectators came \d{2,} times, up to \d+ at once; .*; 0 left behind$/m,
  );
  expect(text).toContain(`npm run faults -- ${args.join(' ')}\n`);
  const told = text.matchAll(/^\| (\S+(?: of \S+)?) +\| (\S.*?) +\| .* \| open +\|$/gm);
  expect(Array.from(told, ([, process, vital]) => `${process} ${vital}`)).toEqual(
    expect.arrayContaining([
      'web-1 memory, MB',
      'web-1 handles',
      'web-1 loop delay p99, ms',
      'pages of web-1 latency p50, ms',
      'mat-1 memory, MB',
      'redis clients',
    ]),
  );
  expect(status).toBe(0);
});

test('[CM18] a wrong option is told in a plain line', async () => {
  for (const [option, ...args] of [
    ['--minutes', '0'],
    ['--seed', 'x'],
    ['--simulate', '0'],
    ['--fast'],
    ['--spectators', '0', '--endurance'],
    ['--copies', '--endurance'],
  ] as const) {
    const { status, text } = await runFaults(option, ...args);
    expect(status).toBe(1);
    expect(text).toContain(option);
    expect(text).not.toContain('\n');
  }
});

test('[CM18] with --simulate no process is started, and it is told how fast it went', async () => {
  const { status, text } = await runFaults('--simulate', '1000', '--seed', '7');
  expect(text).toMatch(/^\d+ courses with \d{4,} events, \d+ a minute; again with --simulate /);
  expect(text).toContain('Nothing was lost, unexpected, duplicate, stale or divergent.');
  expect(status).toBe(0);
});
