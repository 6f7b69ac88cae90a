import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

function journalFiles(): string[] {
  const folder = join(place.dataDir, 'scanner', 'mat-1');
  return readdirSync(folder).map((name) => join(folder, name));
}

test('[SN17] the readable lines of a damaged journal are sent, and the others are named once', async () => {
  const away = { ...place, redisUrl: 'redis://127.0.0.1:1' };
  const scanner = startScanner(away, MAT);
  for (const second of [0, 1, 2]) scanner.write(`10${second},2026-06-20T09:00:0${second}Z\n`);
  await scanner.waitForOutput(/"unsent":3/);
  await scanner.kill('SIGKILL');
  const journal = journalFiles().find((path) => path.endsWith('.ndjson')) ?? '';
  const spoilt = readFileSync(journal, 'utf8').replace('"band":"101"', '"band":"107"');
  writeFileSync(journal, `${spoilt}{"seq":4,"band":"106","point":"fini`);

  const next = startScanner(place, MAT);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  const warnings = next.stderr.split('\n').filter((line) => line.includes('is damaged'));
  expect(warnings).toEqual([
    expect.stringContaining(
      `${journal} is damaged: line 3, 5 cannot be read. The other 2 reads are kept.`,
    ),
  ]);
  expect(await readStoredReads(place)).toHaveLength(2);

  const third = startScanner(place, MAT);
  third.endInput();
  expect(await third.exitCode).toBe(0);
  expect(third.stderr).not.toContain('damaged');
});

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

test('[SN19] with a full disk no read is accepted until there is room, then all are', async () => {
  const { lines, expected } = createControllerFile(400);
  const scanner = startScannerInShell(place, ON_A_SMALL_DISK, MAT);
  scanner.write(`${lines.slice(0, 50).join('\n')}\n`);
  await scanner.waitForOutput(/"stored":50/);
  scanner.write(`${lines.slice(50).join('\n')}\n`);
  await scanner.waitForOutput(/The journal .* cannot be written \(EFBIG.*make room on the disk/);
  expect((await readStoredScans(place)).length).toBe(50);

  execFileSync('prlimit', ['--pid', String(scanner.pid), '--fsize=unlimited']);
  await scanner.waitForOutput(/The journal can be written again/);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stderr.match(/cannot be written/g)).toHaveLength(1);
  expect(await readStoredReads(place)).toEqual(expected);
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
      new RegExp(
        `^The journal cannot be kept in .* \\(${code}.*Make room there, or set DATA_DIR to a folder that this user may write\\.\n$`,
      ),
    );
  }
});
