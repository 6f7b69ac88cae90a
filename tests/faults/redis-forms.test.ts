import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { createCertificates, tlsArgs } from '#tests/support/certificates.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { startClusterRedis } from '#tests/support/cluster-redis.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { askRedis, connectRedis } from '#tests/support/ingest-scans.ts';
import { buildField } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import { readSummary, startScanner } from '#tests/support/scanner-process.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const MAT = ['--source', 'mat-7', '--point', 'finish', '--zone', 'UTC'];
const readAt = (bandId: number): string => `${bandId},2026-06-20T10:00:0${bandId}Z\n`;

async function startForTest(options: Parameters<typeof startRedis>[0]): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** An instance and a scanner on a cluster of three masters, with a first read stored. */
async function startOnCluster() {
  const cluster = await startClusterRedis();
  const { url } = cluster;
  const raceKey = uniqueRaceKey();
  const keys = createRaceKeys(raceKey);
  const owner = await cluster.findOwner(keys.meta);
  const store = await openStore({ url, raceKey });
  await store.replaceRunners(buildField(10), { by: 'x' });
  const web = await startWeb({ url, raceKey });
  const scanner = startScanner({ redisUrl: url, raceKey, dataDir: createTempFolder() }, MAT);
  scanner.write(readAt(1));
  await eventually(() => expect(web.context.race.scanCount).toBe(1));
  return { cluster, owner, keys, store, web, scanner };
}

async function eventuallyReady({ url }: TestWeb): Promise<void> {
  await eventually(async () =>
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true }),
  );
}

test('[CF24] on a cluster a race is on one node, receives reads published at any, and goes on when its slot moves', async () => {
  const { cluster, owner, keys, store, web, scanner } = await startOnCluster();
  // Another program may be connected to any node.
  const elsewhere = cluster.nodes.find((node) => node !== owner) ?? owner;
  const publisher = await connectRedis(elsewhere.url);
  onTestFinished(() => publisher.destroy());
  await publisher.publish(keys.scansChannel, '{"bandID":"2","point":"finish"}');
  await eventually(() => expect(web.context.race.scanCount).toBe(2));

  await cluster.moveSlot(keys.meta, elsewhere);
  scanner.write(readAt(3));
  await eventually(() => expect(web.context.race.scanCount).toBe(3));
  await eventually(async () => {
    await changeSettings(store, (config) => ({ ...config, pageTitle: 'Moved' }), 'x');
  });
  await eventually(() => expect(web.context.race.config.pageTitle).toBe('Moved'));
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(readSummary(scanner)).toMatchObject({ reads: 2, stored: 2, unsent: 0, bad: 0 });
  for (const node of cluster.nodes) {
    const size = await askRedis(node.url, ['DBSIZE']);
    expect(size === '0').toBe(node !== elsewhere);
  }
  await eventuallyReady(web);
});

test('[CF24] on a cluster a race goes on when a replica takes over from its node', async () => {
  const { cluster, owner, web, scanner } = await startOnCluster();
  await cluster.addCopy(owner);
  await owner.kill();
  scanner.write(readAt(2));
  await eventually(() => expect(web.context.race.scanCount).toBe(2));
  await eventuallyReady(web);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(readSummary(scanner)).toMatchObject({ reads: 2, stored: 2, unsent: 0, bad: 0 });
});

/** A Redis that only speaks TLS, and the environment of programs that know its authority. */
async function startEncrypted() {
  const certificates = createCertificates();
  const port = await reservePort();
  const redis = await startForTest({ args: tlsArgs(certificates, port) });
  return { certificates, port, redis, settings: { NODE_EXTRA_CA_CERTS: certificates.ca } };
}

/** Stores a read by the scanner; returns the race as exported by a command. */
async function storeRead(url: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const raceKey = uniqueRaceKey();
  const place = { redisUrl: url, raceKey, dataDir: createTempFolder(), settings };
  const scanner = startScanner(place, MAT);
  scanner.write(readAt(1));
  scanner.endInput();
  await scanner.exitCode;
  const env = { REDIS_URL: url, RACE_KEY: raceKey, ...settings };
  const race = startBuiltProgram('race', ['export'], { env });
  await race.exitCode;
  return race.stdout;
}

test('[EN8] scanner and commands work over rediss:// with an own authority', async () => {
  const { port, settings } = await startEncrypted();
  expect(await storeRead(`rediss://127.0.0.1:${port}`, settings)).toContain('mat-7');
});

test('[EN8] nothing is sent to a Redis with a certificate of another authority, and the reason is reported', async () => {
  const { port, redis } = await startEncrypted();
  const settings = { NODE_EXTRA_CA_CERTS: createCertificates().ca };
  const redisUrl = `rediss://me:cyfrinach@127.0.0.1:${port}`;
  const raceKey = uniqueRaceKey();
  const scanner = startScanner({ redisUrl, raceKey, dataDir: createTempFolder(), settings }, MAT);
  scanner.write(readAt(1));
  await scanner.waitForOutput(/is away \(.*certificate/);
  const env = { REDIS_URL: redisUrl, RACE_KEY: raceKey, ...settings };
  const race = startBuiltProgram('race', ['export'], { env });
  expect(await race.exitCode).toBe(1);
  expect(race.stderr).toMatch(/^Redis at 127\.0\.0\.1:\d+ does not answer\..*certificate/);
  expect(race.output + scanner.output).not.toContain('cyfrinach');
  expect(await askRedis(redis.url, ['DBSIZE'])).toBe('0');
});

test('[EN8 CF24] rediss+sentinel:// also encrypts connections to the sentinels, which have their own password', async () => {
  const { certificates, port, settings } = await startEncrypted();
  const sentinelPort = await reservePort();
  await startForTest({
    config: `sentinel monitor race 127.0.0.1 ${port} 1\nrequirepass cyfrinach\n`,
    args: ['--sentinel', ...tlsArgs(certificates, sentinelPort)],
  });
  const url = `rediss+sentinel://127.0.0.1:${sentinelPort}/race`;
  // This Redis has no replica.
  const more = { REDIS_SENTINEL_PASSWORD: 'cyfrinach', REDIS_WAIT_REPLICAS: '0' };
  expect(await storeRead(url, { ...settings, ...more })).toContain('mat-7');
});
