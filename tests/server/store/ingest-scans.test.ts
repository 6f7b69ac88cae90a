import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import { buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { type IngestReply, ingestScans } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';

const { openRace } = provideFileRedis();

const START_MS = Date.UTC(2026, 5, 20, 9);

/** A journal of reads of bands 1 to 7 in turn, a second apart. */
function buildJournal(count: number): Scan[] {
  return Array.from({ length: count }, (_, i) =>
    buildScan({ bandId: String(1 + (i % 7)), timeMs: START_MS + i * 1_000 }),
  );
}

test('[CF22] a scan has the time at which Redis took it, which does not affect its id', async () => {
  const { redis, keys, store } = await openRace();
  const readSecond = async (): Promise<number> => Number((await redis.time())[0]);
  const before = await readSecond();
  const scan = buildScan({ timeMs: Date.now() - 300_000 });
  for (const _ of [1, 2]) await ingestScans(redis, keys, [scan]);
  const after = await readSecond();
  const { scans } = await store.readRecord();
  expect(scans.map(({ scanId }) => scanId)).toEqual([scan.scanId]);
  expect(scans[0]?.arrivedMs).toBeGreaterThanOrEqual(before * 1_000);
  expect(scans[0]?.arrivedMs).toBeLessThan((after + 1) * 1_000);
});

test('[CF14] a stored read is never overwritten', async () => {
  const { redis, keys, store } = await openRace();
  const scan = buildScan();
  await ingestScans(redis, keys, [scan]);
  const stored = await redis.hGet(keys.scans, scan.scanId);
  await ingestScans(redis, keys, [{ ...scan, points: ['start'] }]);
  expect(await redis.hGet(keys.scans, scan.scanId)).toBe(stored);
  expect((await store.readHead()).version).toBe(1);
});

test('[CF1] storing scans keeps only the latest changes', async () => {
  const { redis, keys } = await openRace();
  for (const scan of buildJournal(6)) {
    await ingestScans(redis, keys, [scan], undefined, { changesKept: 4 });
  }
  expect((await redis.hKeys(keys.changes)).map(Number).toSorted((a, b) => a - b)).toEqual([
    3, 4, 5, 6,
  ]);
});

/** Parts of journals, sent repeatedly and out of order as after lost replies. */
const schedules = fc.array(
  fc.record({
    session: fc.constantFrom('a', 'b'),
    first: fc.integer({ min: 1, max: 24 }),
    length: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 30 },
);

/** A plain model of the record. */
class ExpectedRecord {
  /** The session that stored each read. */
  readonly stored = new Map<string, string>();
  readonly #marks = new Map<string, number>();
  #version = 0;

  send(session: string, first: number, batch: readonly Scan[]): IngestReply {
    const mark = this.#marks.get(session) ?? 0;
    if (first > mark + 1) {
      return { verdict: 'gap', highest: mark, stored: 0, duplicates: 0, version: 0 };
    }
    const highest = Math.max(mark, first + batch.length - 1);
    this.#marks.set(session, highest);
    const added = batch.filter((scan) => !this.stored.has(scan.scanId));
    for (const scan of added) this.stored.set(scan.scanId, session);
    if (added.length > 0) this.#version += 1;
    const duplicates = batch.filter((scan) => this.stored.get(scan.scanId) !== session).length;
    return { verdict: 'ok', highest, stored: added.length, duplicates, version: this.#version };
  }
}

test('[CF14] in whatever order batches are sent, each read is stored once and the mark is contiguous', async () => {
  const { redis } = await openRace();
  const journals = { a: buildJournal(24), b: buildJournal(30).slice(6) };
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const keys = createRaceKeys(uniqueRaceKey());
      const expected = new ExpectedRecord();
      for (const { session, first, length } of schedule) {
        const reads = journals[session].slice(first - 1, first - 1 + length);
        const batch = reads.map((scan) => Object.assign({ session }, scan));
        const place = { source: `mat|${session}`, firstSeq: first };
        const reply = await ingestScans(redis, keys, batch, place);
        expect(reply).toEqual(expected.send(session, first, batch));
      }
      const stored = [...expected.stored.keys()].toSorted();
      expect((await redis.hKeys(keys.scans)).toSorted()).toEqual(stored);
      const changes = Object.values(await redis.hGetAll(keys.changes)).map(
        (text) => JSON.parse(text) as Change,
      );
      const published = changes.flatMap(({ ops }) =>
        ops.map((op) => (op.op === 'add-scan' ? op.scan.scanId : '')),
      );
      expect(published.toSorted()).toEqual(stored);
    }),
    { numRuns: 60, seed: 20_260_620 },
  );
});
