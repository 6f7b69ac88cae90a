import { expect, onTestFinished, test, vi } from 'vitest';

import { createField } from './field.ts';
import { main, PARTS } from './main.ts';
import { startPeer } from './peer.ts';
import { runScans, type ScansRun } from './parts/instances.ts';
import { startService } from './service.ts';
import { Spectators } from './spectators.ts';

test.each(PARTS.map(({ id, run }) => ({ id, run })))(
  'part $id delivers all it sends and gives figures',
  async ({ run }) => {
    const rows = await run('smallest');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ value }) => !(value > 0 && value < Infinity))).toEqual([]);
  },
);

test('every spectator gets every frame, each with its latency', async () => {
  const peer = await startPeer('ws, prepared frame');
  onTestFinished(() => peer.stop());
  const spectators = new Spectators(peer);
  onTestFinished(() => spectators.stop());
  await spectators.open(300);
  const { counts, latenciesMs } = await spectators.run([0, 0, 0, 0, 0], 400);
  expect(counts).toMatchObject({ news: 1_500, oldest: 5, lost: 0 });
  expect(counts.bytes / 1_500).toBeGreaterThan(350);
  expect(latenciesMs).toHaveLength(1_500);
  expect(Math.min(...latenciesMs)).toBeGreaterThan(0);
});

test('[CM14] a missing part and a wrong option are refused in plain lines', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => said.mockRestore());
  expect(await main(['--only', 'a,nothing'])).toBe(1);
  expect(said).toHaveBeenLastCalledWith(
    expect.stringMatching(/^There is no part nothing\.\nThe parts are a, b, /),
  );
  expect(await main(['--fast'])).toBe(1);
  expect(said).toHaveBeenLastCalledWith(expect.stringContaining("'--fast'"));
});

test('Redis does the same for a scan whether nobody watches or hundreds do, and notifies each instance once', async () => {
  const scans = 10;
  const service = await startService(createField(600), 3 * scans);
  onTestFinished(() => service.stop());
  const alone = await runScans(service, 0, scans, 20);
  await service.grow();
  const quiet = await runScans(service, 0, scans, 20);
  const watched = await runScans(service, 300, scans, 20);
  expect(countOfScans(alone)).toMatchObject({ published: scans, connections: 2, listeners: 1 });
  expect(countOfScans(quiet)).toMatchObject({ published: scans, connections: 4, listeners: 2 });
  expect(countOfScans(watched)).toEqual(countOfScans(quiet));
  expect(countOfScans(alone).commands).toBe(countOfScans(quiet).commands);
  // An instance's own questions come by the second; a new one has some more.
  for (const { calls, seconds } of [quiet, watched]) {
    expect(calls.get('hmget') ?? 0).toBeLessThanOrEqual(40 + 4 * Math.ceil(seconds));
  }
  expect(watched.news).toBeGreaterThanOrEqual(300);
});

/** By commands of scans alone. Two of the connections are the test's. */
function countOfScans({ calls, connections, listeners }: ScansRun) {
  const [found = 0, counted = 0, dropped = 0] = ['hsetnx', 'hincrby', 'hdel'].map((name) =>
    calls.get(name),
  );
  const commands = found + counted + dropped;
  return { commands, published: calls.get('publish'), connections: connections - 2, listeners };
}
