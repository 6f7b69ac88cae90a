import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { ScannerPlace } from '#tests/support/built-program.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { readStoredScans, readSummary, startScanner } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const redis = provideRedis();
let place: ScannerPlace;

beforeEach(() => {
  place = { redisUrl: redis.url, dataDir: createTempFolder(), raceKey: uniqueRaceKey() };
});

const MAT = ['--source', 'mat-1', '--point', 'finish'];

function createFile(name: string, content: string): string {
  const path = join(createTempFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** The stored bands with their times, in the order of the journal. */
async function readStored(): Promise<string[]> {
  const scans = await readStoredScans(place);
  const inOrder = scans.toSorted((a: StoredScan, b: StoredScan) => (a.seq ?? 0) - (b.seq ?? 0));
  return inOrder.map(
    ({ bandId, points, timeMs }) =>
      `${bandId} ${points.join('+')} ${new Date(timeMs).toISOString()}`,
  );
}

async function configureRace(fields: Readonly<Record<string, unknown>>): Promise<void> {
  const client = await connectRedis(redis.url);
  for (const [name, value] of Object.entries(fields)) {
    await client.hSet(createRaceKeys(place.raceKey).config, name, JSON.stringify(value));
  }
  client.destroy();
}

test('[SN2 SN4] a file: all good lines stored, bad ones counted and shown with their numbers', async () => {
  await configureRace({ timeZone: 'Europe/Paris', raceStart: '2026-06-20-09-00-00' });
  const file = createFile(
    'darlleniadau ŷ.csv',
    '# mat 1\r\n0104,11:32:05.12\r\nrubbish\r\n105,2026-06-20T09:00:00Z,cp1\r\n104,11:32:05.120\r\n106,noon',
  );
  const scanner = startScanner(place, [...MAT, '--file', file, '--format', 'line']);
  expect(await scanner.exitCode).toBe(0);
  const counts = { reads: 3, stored: 2, duplicates: 1, bad: 2, unsent: 0 };
  expect(readSummary(scanner)).toEqual({ done: true, ...counts });
  expect(await readStored()).toEqual([
    '104 finish 2026-06-20T09:32:05.120Z',
    '105 cp1 2026-06-20T09:00:00.000Z',
  ]);
  expect(scanner.stderr).toContain(
    'darlleniadau ŷ.csv line 3: "rubbish" is not a wristband number',
  );
  expect(scanner.stderr).toContain('darlleniadau ŷ.csv line 6: "noon" is not a time');
});

test('[SN2 SN41] a question, and an unreadable file, end as a failure with nothing stored', async () => {
  await configureRace({ timeZone: 'Europe/London', raceStart: '2026-06-20-09-00-00' });
  const list = createFile('stopwatch.csv', '101,0:17:53\n102,17:58\n103,00:18:02.5\n');
  const asked = startScanner(place, [...MAT, '--file', list]);
  expect(await asked.exitCode).toBe(1);
  expect(asked.stderr).toContain('give --elapsed');
  const unreadable = startScanner(place, [...MAT, '--file', createFile('a.txt', 'one\ntwo\n')]);
  expect(await unreadable.exitCode).toBe(1);
  expect(unreadable.stderr).toContain('a.txt could be read');
  expect(await readStored()).toEqual([]);
  const elapsed = startScanner(place, [...MAT, '--file', list, '--elapsed']);
  expect(await elapsed.exitCode).toBe(0);
  expect(await readStored()).toEqual([
    '101 finish 2026-06-20T08:17:53.000Z',
    '102 finish 2026-06-20T08:17:58.000Z',
    '103 finish 2026-06-20T08:18:02.500Z',
  ]);
});

test('[SN10] standard input: a read is stored while the input stays open; no time is now', async () => {
  const scanner = startScanner(place, MAT);
  const beforeMs = Date.now();
  scanner.write('104\n');
  await eventually(async () => expect(await readStoredScans(place)).toHaveLength(1));
  const [scan] = await readStoredScans(place);
  expect(scan?.timeMs).toBeGreaterThanOrEqual(beforeMs);
  expect(scan?.timeMs).toBeLessThanOrEqual(Date.now());
  expect(scan?.timeMs).toBe(scan?.receivedMs);
  scanner.write('105,2026-06-20T09:00:00Z\n106,2026-06-20T09:00:01Z');
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(readSummary(scanner)).toMatchObject({ reads: 3, stored: 3, duplicates: 0, bad: 0 });
});

test('[SN3] standard input that is interrupted: whole lines are stored, half a line is not', async () => {
  const scanner = startScanner(place, MAT);
  scanner.write('104\n10');
  await eventually(async () => expect(await readStoredScans(place)).toHaveLength(1));
  expect(await scanner.kill('SIGINT')).toBe(0);
  expect(scanner.stderr).toContain('standard input line 2: cut off before its end');
  expect(readSummary(scanner)).toMatchObject({ reads: 1, stored: 1, bad: 1, unsent: 0 });
});

const STORE = 'LZ6302115:37:40.704 5 0F  1000125030862@NV4654515:37:40.708 5 0F  100002503086F';

test('[SN25 SN34] acknowledged MYLAPS reads survive a kill at that moment', async () => {
  await configureRace({ timeZone: 'Europe/London' });
  const chips = createFile('chips ŷ.csv', 'chip,band\nLZ63021,104\n');
  const mat = [...MAT, '--format', 'mylaps', '--chips', chips];
  const scanner = startScanner(place, [...mat, '--listen', '127.0.0.1:0']);
  const [, port = ''] = await scanner.waitForOutput(/Listening for readers on 127\.0\.0\.1:(\d+)/);
  const reader = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void reader.destroy());
  let heard = '';
  reader.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  reader.write(`Finish@Pong@$Finish@Store@${STORE}@7@$`);
  await eventually(() => expect(heard).toMatch(/AckPong.*Splitcast@AckStore@7@\$$/));
  await scanner.kill('SIGKILL');

  const next = startScanner(place, mat);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  expect((await readStored()).filter((read) => read.startsWith('104 '))).toEqual([
    '104 finish 2025-03-08T15:37:40.704Z',
  ]);
});

test('[SN23] a taken port is named, with the way out', async () => {
  const address = redis.url.replace('redis://', '');
  const scanner = startScanner(place, [...MAT, '--listen', address]);
  expect(await scanner.exitCode).toBe(1);
  expect(scanner.stderr).toContain(`--listen ${address}: another program listens there already`);
});

test('[SN16] the journal stays as the own record of the timekeeper, and can be replayed', async () => {
  const file = createFile('reads', '104,2026-06-20T09:00:00Z\n105,2026-06-20T09:00:01Z\n');
  expect(await startScanner(place, [...MAT, '--file', file]).exitCode).toBe(0);
  const folder = join(place.dataDir, 'scanner', 'mat-1');
  const journals = readdirSync(folder);
  expect(journals).toEqual([expect.stringMatching(/^\d{8}T\d{6}-[0-9a-f]{12}\.ndjson$/)]);
  const journal = join(folder, journals[0] ?? '');
  expect(readFileSync(journal, 'utf8').trim().split('\n')).toHaveLength(4);

  const stored = await readStored();
  place = { ...place, raceKey: uniqueRaceKey() };
  const replay = startScanner(place, ['--source', 'mat-1', '--file', journal]);
  expect(await replay.exitCode).toBe(0);
  expect(readSummary(replay)).toMatchObject({ reads: 2, stored: 2, bad: 0 });
  expect(await readStored()).toEqual(stored);
});

test.each([
  [['--source', 'mat-1', '--point', 'Go al'], 2, '--point is "Go al", but must be one or several'],
  [[...MAT, '--file', '/'], 1, '--file /: that is a folder, not a file'],
  [
    [...MAT, '--listen', '192.0.2.1:4000', '--allow', '192.0.2.0/24'],
    1,
    'this computer has no such address',
  ],
])('[SN2] %j ends with status %i and one clear line', async (args, status, message) => {
  const scanner = startScanner(place, args);
  expect(await scanner.exitCode).toBe(status);
  expect(scanner.stderr).toContain(message);
  expect(scanner.stderr).not.toMatch(/\n\s+at /);
});
