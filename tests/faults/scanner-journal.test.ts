import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ScannerPlace } from '#tests/support/built-program.ts';
import { createControllerFile } from '#tests/support/controller-file.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import {
  readStoredReads,
  readStoredScans,
  readSummary,
  startScanner,
  startScannerInShell,
} from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

let redis: RedisServer;
let place: ScannerPlace;

beforeAll(async () => {
  redis = await startRedis({ persist: true });
});
afterAll(() => redis.stop());
beforeEach(() => {
  place = {
    redisUrl: redis.url,
    dataDir: createTempFolder(),
    raceKey: uniqueRaceKey(),
    progressMs: 100,
  };
});

const MAT = ['--source', 'mat-1', '--point', 'finish', '--zone', 'UTC'];
/** Limits files to 32 blocks of 512 bytes; then writing fails as on a full disk. */
const ON_A_SMALL_DISK = 'ulimit -S -f 32; exec "$@"';

test('[SN18] a second scanner of a source names the running one and changes nothing', async () => {
  const first = startScanner(place, MAT);
  first.write('104,2026-06-20T09:00:00Z\n');
  await first.waitForOutput(/"stored":1/);
  const second = startScanner(place, MAT);
  second.write('105,2026-06-20T09:00:01Z\n');
  second.endInput();
  expect(await second.exitCode).toBe(1);
  expect(second.stderr).toBe(
    `A scanner for mat-1 is already running here (process ${first.pid}). ` +
      'End it first, or give this one another --source name.\n',
  );
  const other = startScanner(place, ['--source', 'mat-2', '--point', 'cp1']);
  other.endInput();
  expect(await other.exitCode).toBe(0);
  await first.kill('SIGKILL');
  const third = startScanner(place, MAT);
  third.endInput();
  expect(await third.exitCode).toBe(0);
  expect(await readStoredReads(place)).toHaveLength(1);
});

test('[SN19] ended with a full disk, it fails, and the whole journal is in Redis', async () => {
  const file = createControllerFile(2_000);
  const scanner = startScannerInShell(place, ON_A_SMALL_DISK, [...MAT, '--file', file.path]);
  await scanner.waitForOutput(/cannot be written/);
  expect(await scanner.kill('SIGTERM')).toBe(1);
  const { reads, stored, duplicates, unsent } = readSummary(scanner);
  expect(scanner.stderr).toContain(`nothing after its read ${reads} was kept`);
  expect({ unsent, there: stored + duplicates }).toEqual({ unsent: 0, there: reads });
  expect((await readStoredScans(place)).length).toBe(stored);

  const again = startScanner(place, [...MAT, '--file', file.path]);
  expect(await again.exitCode).toBe(0);
  expect(again.stderr).not.toContain('damaged');
  expect(await readStoredReads(place)).toEqual(file.expected);
});

test('[SN19] an unwritable folder or a full disk ends the start with the remedy', async () => {
  const dataDir = join(createTempFolder(), 'not-a-folder');
  writeFileSync(dataDir, '');
  const blocked = startScanner({ ...place, dataDir }, MAT);
  const full = startScannerInShell(place, 'ulimit -S -f 0; exec "$@"', MAT);
  for (const [scanner, code] of [
    [blocked, 'ENOTDIR'],
    [full, 'EFBIG'],
  ] as const) {
    expect(await scanner.exitCode).toBe(1);
    expect(scanner.stderr).toMatch(
      new RegExp(`^The journal cannot be kept in .* \\(${code}.*Make room there, or .*\\.\n$`),
    );
  }
});
