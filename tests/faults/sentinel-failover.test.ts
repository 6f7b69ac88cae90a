import { expect, test, vi } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { TEST_HANGS_MS } from '#tests/support/hangs.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import type { RedisServer } from '#tests/support/redis-server.ts';
import { readSummary, startScanner } from '#tests/support/scanner-process.ts';
import { askRedis } from '#tests/support/ingest-scans.ts';
import { cutOff, startSentinelRedis } from '#tests/support/sentinel-redis.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

/** Sentinels are slow to agree, and again to demote an old master. */
vi.setConfig({ testTimeout: 2 * TEST_HANGS_MS });

const MAT = ['--source', 'mat-7', '--point', 'finish', '--zone', 'UTC'];

const readAt = (bandId: number): string => `${bandId},2026-06-20T10:00:0${bandId}Z\n`;

async function readReadiness(url: string): Promise<{ ready: boolean; problems: string[] }> {
  return (await fetch(`${url}/readyz`)).json() as Promise<{ ready: boolean; problems: string[] }>;
}

/** The ids of the scans on one server, whatever its role. */
async function readScanIds(url: string, raceKey: string): Promise<string[]> {
  const ids = await askRedis(url, ['HKEYS', createRaceKeys(raceKey).scans]);
  return ids === '' ? [] : ids.split(',');
}

test.for([
  ['is killed', 'SIGKILL', 'Redis cannot be reached: the server that holds the race'],
  ['hangs, and goes on after another has taken over', 'SIGSTOP', 'Redis '],
] as const)(
  '[CF11 CF23 CF24] when the master %s, nothing acknowledged is lost, and spectators see only a pause',
  async ([, signal, problem]) => {
    const { url, servers, allowFailover } = await startSentinelRedis({ copies: 2 });
    const [master, ...copies] = servers;
    const raceKey = uniqueRaceKey();
    const store = await openStore({ url, raceKey });
    await store.replaceRunners(buildField(100), { by: 'x' });
    const web = await startWeb({ url, raceKey });
    const viewer = await connectViewer(web.url);
    const page = new Replica(await fetchResults(web.url));
    const place = { redisUrl: url, raceKey, dataDir: createTempFolder() };
    const scanner = startScanner(place, MAT);

    const acknowledged: string[] = [];
    let refused = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      for (const [i, scan] of buildReads(2_000).entries()) {
        if (isOver) return;
        scanner.write(`${i + 1},2026-06-20T10:00:00.${String(i % 1_000).padStart(3, '0')}Z\n`);
        try {
          await store.storePublishedScan({ ...scan, receivedMs: scan.timeMs }, false);
          acknowledged.push(scan.scanId);
        } catch {
          refused += 1;
        }
        // Without a connection calls fail at once.
        await eventually(() => expect(store.isConnected || isOver).toBe(true));
      }
    };
    const writing = write();
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(20));
    process.kill(master.pid, signal);
    await eventually(async () => {
      const { ready, problems } = await readReadiness(web.url);
      expect(ready).toBe(false);
      expect(problems.join()).toContain(problem);
    });
    expect((await fetchResults(web.url)).epoch).toBe(web.context.race.head.epoch);
    // Only now, since the failover may be over before it can be observed.
    await allowFailover();
    const before = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 20));
    if (signal === 'SIGSTOP') {
      process.kill(master.pid, 'SIGCONT');
      await eventually(async () => {
        const role = await askRedis(master.url, ['ROLE']);
        if (!role.startsWith('slave')) throw new Error('It still believes to be the master.');
      });
    }
    isOver = true;
    await writing;
    expect(refused).toBeGreaterThan(0);

    scanner.endInput();
    expect(await scanner.exitCode).toBe(0);
    const summary = readSummary(scanner);
    expect(summary).toMatchObject({ unsent: 0, bad: 0, duplicates: 0 });
    expect(summary.stored).toBe(summary.reads);
    const promoted = await eventually(async () => {
      const isMaster = await Promise.all(
        copies.map(async ({ url }) => (await askRedis(url, ['ROLE'])).startsWith('master')),
      );
      const found = copies[isMaster.indexOf(true)];
      if (!found) throw new Error('No copy has taken over.');
      return found;
    });
    const stored = await readScanIds(promoted.url, raceKey);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(stored.filter((id) => id.startsWith('mat-7'))).toHaveLength(summary.reads);

    await eventually(async () => {
      expect(web.context.race.head).toEqual(await store.readHead());
      expect(await readReadiness(web.url)).toMatchObject({ ready: true, problems: [] });
    });
    // The page is updated over the same connection. It reloads only if it showed an unacknowledged change that no replica
    // had.
    await eventually(() =>
      expect([...viewer.deltas, ...viewer.resyncs]).toContainEqual(
        expect.objectContaining(web.context.race.head),
      ),
    );
    expect(viewer.hellos).toHaveLength(1);
    const verdicts = viewer.deltas.map((delta) => page.take(delta));
    expect(new Set(verdicts)).not.toContain('gap');
    if (viewer.resyncs.length > 0) page.load(await fetchResults(web.url));
    const { epoch, version, runners, totals } = await fetchResults(web.url);
    expect(page.present()).toEqual({ epoch, version, runners, totals });
  },
);

test('[CF8 CF24] when a replica takes over without the last changes pages reload, and the scanner sends the missing reads', async () => {
  const { url, servers, allowFailover } = await startSentinelRedis({ copies: 1 });
  const [master, copy] = servers;
  const raceKey = uniqueRaceKey();
  const settings = { REDIS_WAIT_REPLICAS: '0' };
  const store = await openStore({ url, raceKey, settings });
  await store.replaceRunners(buildField(10), { by: 'x' });
  const web = await startWeb({ url, raceKey, settings });
  const viewer = await connectViewer(web.url);
  const scanner = startScanner(
    { redisUrl: url, raceKey, dataDir: createTempFolder(), settings },
    MAT,
  );
  const shows = (version: number) => () => expect(web.context.race.head.version).toBe(version);
  const { version } = web.context.race.head;

  scanner.write(readAt(1));
  await eventually(shows(version + 1));
  // The replica has this read, and gets no more.
  await eventually(async () => expect(await readScanIds(copy?.url ?? '', raceKey)).toHaveLength(1));
  await cutOff(copy as RedisServer, master);
  scanner.write(readAt(2));
  await eventually(shows(version + 2));
  scanner.write(readAt(3));
  await eventually(shows(version + 3));
  const { head } = web.context.race;
  // The instance must check first: after the same number of reads the version would be the same.
  scanner.signal('SIGSTOP');
  await master.kill();
  await allowFailover();

  await eventually(() => expect(web.context.race.head.epoch).not.toBe(head.epoch));
  scanner.signal('SIGCONT');
  await eventually(() => expect(scanner.stderr).toContain('is back'));
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(readSummary(scanner)).toMatchObject({ reads: 3, stored: 3, unsent: 0, duplicates: 0 });
  expect(await readScanIds(copy?.url ?? '', raceKey)).toHaveLength(3);
  await eventually(() => expect(viewer.resyncs.length).toBeGreaterThan(0));
  // The connection of the test may follow later.
  await eventually(async () => expect(web.context.race.head).toEqual(await store.readHead()));
  expect(web.context.race.scanCount).toBe(3);
});
