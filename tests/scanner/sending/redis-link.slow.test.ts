import type { Cluster, Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Before the scanner's parts are loaded, which read it once. */
vi.hoisted(() => vi.stubEnv('SPLITCAST_TIMING', '{"scannerStallMs":300}'));

import { openJournalFolder } from '#server/scanner/journal/journal.ts';
import { JournalReader } from '#server/scanner/journal/journal-lines.ts';
import { connectRedis, RedisLink } from '#server/scanner/sending/redis-link.ts';
import { AutoResetEvent, Delivery } from '#server/scanner/sending/delivery.ts';
import { JournalSender } from '#server/scanner/sending/journal-sender.ts';
import { ScanRecord } from '#server/scanner/sending/scan-record.ts';
import { createRaceKeys } from '#server/store/keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startHeldSentinel } from '#tests/support/held-sentinel.ts';
import { connectRedis as connectClient } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { redisAt } from '#tests/support/redis-at.ts';
import { startProxyInTest } from '#tests/support/proxy-in-test.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

import { buildReads, createTestJournal } from '../journal/journal-fixture.ts';

const redis = provideRedis();

interface TestLink {
  readonly link: RedisLink;
  /** Every client there was, the present one last. */
  readonly clients: readonly (Redis | Cluster)[];
  readonly events: readonly string[];
}

function openLink(url: string): TestLink {
  const clients: (Redis | Cluster)[] = [];
  const events: string[] = [];
  const link = new RedisLink(
    (listener) => {
      const client = connectRedis(redisAt(url), listener);
      clients.push(client);
      return client;
    },
    {
      onConnected: () => events.push('connected'),
      onDisconnected: () => events.push('disconnected'),
    },
  );
  onTestFinished(() => link.close());
  return { link, clients, events };
}

test('[SN21] a client that has ended for good is replaced, and its listener notified', async () => {
  const { link, clients, events } = openLink(redis.url);
  expect(await link.ask((client) => client.ping())).toBe('PONG');
  clients[0]?.disconnect();
  await eventually(() => expect(clients).toHaveLength(2));
  expect(await link.ask((client) => client.ping())).toBe('PONG');
  expect(link.isConnected).toBe(true);
  expect(events.at(0)).toBe('connected');
  expect(events.at(-1)).toBe('connected');
  expect(events).toContain('disconnected');
});

test('[SN21] a call that was answered leaves nothing behind, however many there are', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  onTestFinished(() => any.mockRestore());
  const { link } = openLink(redis.url);
  const add = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const remove = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  onTestFinished(() => {
    add.mockRestore();
    remove.mockRestore();
  });
  for (let call = 0; call < 20; call += 1) await link.ask((client) => client.ping());
  // A signal made of others stays in their lists for good, though it is held weakly.
  expect(any).not.toHaveBeenCalled();
  expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
});

test.each([
  ['ends', ({ clients }: TestLink) => clients[0]?.disconnect()],
  ['is given up', ({ link }: TestLink) => link.renew()],
])('[SN21] a call that waits while its client %s is made again with the next', async (_, end) => {
  const opened = openLink(redis.url);
  const list = uniqueRaceKey();
  let calls = 0;
  const popped = opened.link.ask((client) => {
    calls += 1;
    return client.blpop(list, 0);
  });
  const other = await connectClient(redis.url);
  onTestFinished(() => other.destroy());
  await eventually(async () => expect(await countBlocked(other)).toBeGreaterThan(0));
  end(opened);
  await eventually(() => expect(calls).toBe(2));
  await other.rPush(list, 'x');
  expect(await popped).toEqual([list, 'x']);
});

async function countBlocked(client: Awaited<ReturnType<typeof connectClient>>): Promise<number> {
  return Number(/blocked_clients:(\d+)/.exec(await client.info('clients'))?.[1]);
}

test('[SN21] a client stopped by a sentinel during its search is replaced by another', async () => {
  const sentinel = await startHeldSentinel(redis.port);
  const { link, clients } = openLink(sentinel.url);
  await eventually(() => expect(sentinel.asked).toBe(1));
  const pong = link.ask((client) => client.ping());
  // As the library does itself when it hears that another server has become the master.
  clients[0]?.disconnect(true);
  sentinel.release();
  await eventually(() => expect(clients[0]?.status).toBe('end'));
  expect(await pong).toBe('PONG');
  expect(clients).toHaveLength(2);
});

test('[SN21] a link that is closed connects no more, and what still waits fails', async () => {
  const sentinel = await startHeldSentinel(redis.port);
  const { link, clients } = openLink(sentinel.url);
  await eventually(() => expect(sentinel.asked).toBe(1));
  const waiting = link.ask((client) => client.ping());
  link.close();
  await expect(waiting).rejects.toThrow('was closed');
  sentinel.release();
  await eventually(() => expect(clients[0]?.status).toBe('end'));
  await expect(link.ask((client) => client.ping())).rejects.toThrow('was closed');
  expect(clients).toHaveLength(1);
});

test('[SN21] when nothing gets through, it warns the operator and reconnects', async () => {
  const raceKey = uniqueRaceKey();
  const proxy = await startProxyInTest(redis.port);
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const journal = await createTestJournal(folder, { raceKey, source: 'mat', session: 's' });
  const workAvailable = new AutoResetEvent();
  const record = new ScanRecord(redisAt(proxy.url), raceKey, {
    onConnected: () => workAvailable.set(),
    onDisconnected: () => undefined,
  });
  const reader = await JournalReader.open(journal.path, () => journal.bytes);
  onTestFinished(async () => {
    record.close();
    await reader.close();
    await journal.close();
  });
  await eventually(() => expect(record.isConnected).toBe(true));
  let stalls = 0;
  const delivery = new Delivery({
    record,
    workAvailable,
    giveUp: new AbortController().signal,
    onRefused: (error) => expect.unreachable(error.message),
    onStalled: () => (stalls += 1),
  });
  proxy.forget();
  await journal.append(buildReads(450));
  const sender = new JournalSender(journal, reader, record);
  expect(await delivery.deliver(sender, () => true)).toBe(true);
  // On a slow machine the new connection may be taken for a stall, too.
  expect(stalls).toBeGreaterThanOrEqual(1);
  expect(sender.counts).toEqual({ stored: 450, duplicates: 0 });
  const client = await connectClient(redis.url);
  onTestFinished(() => client.destroy());
  expect(await client.hLen(createRaceKeys(raceKey).scans)).toBe(450);
});
