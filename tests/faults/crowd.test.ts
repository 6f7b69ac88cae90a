import { expect, test } from 'vitest';

import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { eventuallyShowRecord, openPages } from '#tests/support/live-pages.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWorkers } from '#tests/support/web-process.ts';

const { openRace } = provideFileRedis();

const CROWD = 300;

test('[EN4 PR1] a worker killed while three hundred pages watch: all come back to the others and miss nothing', async () => {
  const race = await openRace();
  await race.store.replaceRunners(buildField(20), { by: 'x' });
  const { web, workers } = await startWorkers(race);
  const pages = openPages(web.url, CROWD);
  await eventuallyShowRecord(pages, race.store);
  const cut = new Set<number>();
  for (const [index, { socket }] of pages.entries()) {
    socket.on('disconnect', () => cut.add(index));
  }

  const reads = buildReads(20);
  for (const [index, read] of reads.entries()) {
    if (index === 20) process.kill(workers[0] ?? 0, 'SIGKILL');
    await ingestScans(race.redis, race.keys, [read]);
  }
  await eventuallyShowRecord(pages, race.store);
  // Those of the other workers stayed. Connections go to whichever worker is free, in no fixed shares.
  expect(cut.size).toBeGreaterThan(0);
  expect(cut.size).toBeLessThan(CROWD);
  const { scans } = await race.store.readRecord();
  expect(scans).toHaveLength(reads.length);
});
