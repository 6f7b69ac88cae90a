import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

const STRANGER = '192.0.2.1';
const RUNNER = buildRunner({ runnerId: 'in', bandId: '1' });

function openPages({ inAll = 64, perNetwork = 16, maxBytes = 100_000 } = {}) {
  const race = new LiveRace();
  race.load({ epoch: 'e', version: 1 }, { config: buildConfig(), runners: [RUNNER], scans: [] });
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const made: string[] = [];
  const rests: number[] = [];
  const queue = new FairQueue({ inAll, perNetwork }, (workedMs) => {
    rests.push(workedMs);
    return nextTurn();
  });
  const pages = new SingleFlightCache<CachedBody | undefined>({
    race,
    maxBytes,
    bytesOf: (body) => body?.size ?? 100,
    queue,
  });
  const ask = (key: string, from = STRANGER, bytes = 100): Promise<CachedBody | undefined> =>
    pages.get(key, from, () => {
      made.push(key);
      return Promise.resolve(new CachedBody({ etag: `"${key}"`, bytes: Buffer.alloc(bytes) }));
    });
  let version = 1;
  const apply = (ops: readonly ChangeOp[]): void => {
    version += 1;
    race.apply({ epoch: 'e', version, ops });
  };
  const change = (): void => apply([{ op: 'add-scan', scan: buildScan({ bandId: '77' }) }]);
  return { race, made, rests, queue, pages, ask, apply, change };
}

test('[CL40] a page is made once for all who wait for it, and then served to everybody', async () => {
  const { made, ask } = openPages({ perNetwork: 1 });
  const bodies = await Promise.all(Array.from({ length: 200 }, () => ask('results')));
  expect(new Set(bodies).size).toBe(1);
  expect(await ask('results', '198.51.100.7')).toBe(bodies[0]);
  expect(made).toEqual(['results']);
});

test('[CL40] a missing page is cached like a page', async () => {
  const { pages } = openPages();
  let looked = 0;
  for (let i = 0; i < 50; i += 1) {
    const found = await pages.get('results 900', STRANGER, () => {
      looked += 1;
      return Promise.resolve(undefined);
    });
    expect(found).toBeUndefined();
  }
  expect(looked).toBe(1);
});

test('[CL40] one network has a limited number made at once, the rest is refused, and others take turns with it', async () => {
  const { made, queue, ask } = openPages({ inAll: 8, perNetwork: 4 });
  const refused: string[] = [];
  const asked = Array.from({ length: 500 }, (_, i) =>
    ask(`page-${i}`, `192.0.2.${i % 250}`).catch((error: Error) => refused.push(error.name)),
  );
  expect(queue.size).toBe(4);
  asked.push(ask('honest', '198.51.100.7'));
  await Promise.all(asked);
  expect(refused).toHaveLength(496);
  expect(new Set(refused)).toEqual(new Set(['Refusal']));
  expect(made).toHaveLength(5);
  // After the one in progress, and one more of the earlier ones.
  expect(made.indexOf('honest')).toBeLessThanOrEqual(2);
});

test('[CL40 PW8] networks that ask for all they may do not keep another one waiting', async () => {
  const { made, queue, ask } = openPages({ inAll: 8, perNetwork: 4 });
  const refused: string[] = [];
  const asked = [1, 2, 3, 4]
    .flatMap((i) => [ask(`a${i}`, '192.0.2.1'), ask(`b${i}`, '203.0.113.1')])
    .concat(ask('honest', '198.51.100.7'))
    .map((one) => one.catch((error: Error) => refused.push(error.name)));
  expect(queue.size).toBe(8);
  await Promise.all(asked);
  // Of the network with the most in line the last gave way, and each has its turn.
  expect(refused).toEqual(['Refusal']);
  expect(made).toHaveLength(8);
  expect(made.indexOf('honest')).toBeLessThanOrEqual(3);
});

test('[CL40 PW8] a failed one leaves the queue', async () => {
  const { queue, pages, ask } = openPages({ inAll: 1, perNetwork: 1 });
  const failing = pages.get('a', STRANGER, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(queue.size).toBe(0);
  expect(await ask('a')).toBeInstanceOf(CachedBody);
});

test('[CL40] other work has a turn between any two pages', async () => {
  const { made, rests, ask } = openPages();
  const asked = Array.from({ length: 16 }, (_, i) => ask(`page-${i}`));
  // Nothing is made while a crowd asks.
  expect(made).toEqual([]);
  await Promise.all(asked);
  expect(rests.length).toBeGreaterThanOrEqual(15);
});

test('[CL40] of long work under way one step is done in a turn', async () => {
  const steps: number[] = [];
  const work = async (_: unknown, of: number): Promise<void> => {
    for (let i = 0; i < 10; i += 1) {
      await yieldToOthers();
      steps.push(of);
    }
  };
  const all = Promise.all(Array.from({ length: 20 }, work));
  for (let before = 0; before < 200; before = steps.length) {
    await nextTurn();
    expect(steps.length - before).toBeLessThanOrEqual(2);
    if (steps.length === 200) break;
  }
  await all;
});

test('[CL40] where too much waits the last page is given as long as it may be', async () => {
  const { change, ask, pages } = openPages({ inAll: 2, perNetwork: 1 });
  const first = await ask('results');
  const gates: (() => void)[] = [];
  const gate = new Promise<undefined>((resolve) => gates.push(() => resolve(undefined)));
  const slow = pages.get('slow', STRANGER, () => gate);
  vi.setSystemTime(5_000);
  change();
  expect(await ask('results')).toBe(first);
  vi.setSystemTime(31_000);
  await expect(ask('results')).rejects.toThrow(/Try again/);
  gates[0]?.();
  await slow;
});

test('[CL40] nothing begun before a runner became private is sent', async () => {
  const { race, apply, pages } = openPages();
  let turn = 0;
  const body = await pages.get('results', STRANGER, () => {
    turn += 1;
    const shown = race.findRunner(RUNNER.runnerId)?.isPrivate === true ? 'bib' : 'name';
    if (turn === 1) apply([{ op: 'put-runner', runner: { ...RUNNER, isPrivate: true } }]);
    return Promise.resolve(new CachedBody({ etag: '"x"', bytes: Buffer.from(shown) }));
  });
  expect(String(await body?.encode('identity'))).toBe('bib');
  expect(turn).toBe(2);
});

test('[CL40] the cache is bounded, however many pages are requested', async () => {
  const { pages, ask } = openPages({ maxBytes: 50_000 });
  for (let i = 0; i < 500; i += 1) {
    await ask(`page-${i}`, STRANGER, 1_000);
    expect(pages.keptBytes).toBeLessThanOrEqual(50_000);
  }
});
