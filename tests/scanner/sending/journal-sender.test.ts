import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { type Journal, openJournalFolder } from '#server/scanner/journal/journal.ts';
import { JournalSender } from '#server/scanner/sending/journal-sender.ts';
import { createRaceKeys } from '#server/store/keys.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { openScanRecord } from '#tests/support/scan-record.ts';
import { readStoredScans } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { buildReads, createTestJournal } from '../journal/journal-fixture.ts';

const redis = provideRedis();
let raceKey: string;

beforeEach(() => {
  raceKey = uniqueRaceKey();
});

async function createJournal(session = 'session-1'): Promise<Journal> {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const journal = await createTestJournal(folder, { raceKey, source: 'mat', session });
  onTestFinished(() => journal.close());
  return journal;
}

/** A sender of the journal on a connection of its own. */
async function createSender(journal: Journal): Promise<JournalSender> {
  return new JournalSender(journal, await openScanRecord(redis.url, raceKey));
}

async function sendAll(sender: JournalSender): Promise<void> {
  while (!sender.isDone) await sender.step();
}

async function countScans(): Promise<number> {
  return (await readStoredScans({ redisUrl: redis.url, raceKey })).length;
}

/** Leaves Redis with the journal's first reads, as after a loss of its last writes. */
async function forgetAfter(seq: number): Promise<void> {
  const client = await connectRedis(redis.url);
  const keys = createRaceKeys(raceKey);
  const scans = await readStoredScans({ redisUrl: redis.url, raceKey });
  const late = scans.filter((scan) => (scan.seq ?? 0) > seq).map(({ scanId }) => scanId);
  await client.hDel(keys.scans, late);
  await client.hSet(keys.sources, 'mat|session-1', String(seq));
  client.destroy();
}

test('[SN20] all reads of a journal are stored, with their source and number', async () => {
  const journal = await createJournal();
  const sender = await createSender(journal);
  await journal.append(buildReads(450));
  await sendAll(sender);
  expect(sender.counts).toEqual({ stored: 450, duplicates: 0 });
  const again = await createSender(journal);
  await sendAll(again);
  expect(again.counts).toEqual({ stored: 0, duplicates: 0 });
  const scans = await readStoredScans({ redisUrl: redis.url, raceKey });
  expect(scans.map(({ seq }) => seq).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 450 }, (_, index) => index + 1),
  );
  const timeMs = Date.UTC(2026, 5, 20, 10, 0, 7);
  expect(scans.find(({ seq }) => seq === 7)).toMatchObject({
    scanId: `mat:7:finish:${timeMs}`,
    timeMs,
    session: 'session-1',
    receivedMs: Date.UTC(2026, 5, 20, 12),
    arrivedMs: expect.any(Number) as unknown,
  });
});

test('[SN20] an equal read of another run, or twice in one, is a duplicate', async () => {
  for (const [session, reads, counts] of [
    ['session-1', [...buildReads(10), ...buildReads(3)], { stored: 10, duplicates: 3 }],
    ['session-2', buildReads(12), { stored: 2, duplicates: 10 }],
  ] as const) {
    const journal = await createJournal(session);
    await journal.append(reads);
    const sender = await createSender(journal);
    await sendAll(sender);
    expect(sender.counts).toEqual(counts);
  }
  expect(await countScans()).toBe(12);
});

test.each([120, 0])(
  '[SN21] a Redis that has only %i reads left gets the others again, and they count once',
  async (seq) => {
    const journal = await createJournal();
    const sender = await createSender(journal);
    await journal.append(buildReads(300));
    await sendAll(sender);
    await forgetAfter(seq);
    expect(await countScans()).toBe(seq);
    await journal.append(buildReads(50, 301));
    await sendAll(sender);
    expect(await countScans()).toBe(350);
    expect(sender.counts).toEqual({ stored: 350, duplicates: 0 });
  },
);

test('[SN21] after a new connection a Redis with less gets the lost reads again, without a new one', async () => {
  const journal = await createJournal();
  const sender = await createSender(journal);
  await journal.append(buildReads(300));
  await sendAll(sender);
  await forgetAfter(120);
  sender.askAgain();
  await sendAll(sender);
  expect(await countScans()).toBe(300);
});
