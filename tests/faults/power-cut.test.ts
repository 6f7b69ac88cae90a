import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { PrivateRaceRedis } from '#tests/harness/private-race-redis.ts';
import { compilePowerCut, RaceDisk } from '#tests/harness/race-disk.ts';
import { startBuiltScanner } from '#tests/support/built-program.ts';
import { askRedis } from '#tests/support/ingest-scans.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

async function makeDisk(): Promise<RaceDisk> {
  return new RaceDisk(createTempFolder(), await compilePowerCut());
}

test('[SN16] after a power cut just after the first reads they are in the journal', async () => {
  const disk = await makeDisk();
  const scanner = startBuiltScanner(
    {
      redisUrl: 'redis://127.0.0.1:1',
      dataDir: disk.root,
      raceKey: 'power',
      settings: disk.env,
      progressMs: 20,
    },
    ['--source', 'mat-1', '--point', 'finish', '--zone', 'UTC'],
  );
  onTestFinished(async () => void (await scanner.kill('SIGKILL')));
  scanner.write('104,2026-06-20T09:00:00Z\n105,2026-06-20T09:00:01Z\n');
  await scanner.waitForOutput(/"reads":2/);
  await scanner.kill('SIGKILL');
  disk.losePower('all');
  const folder = join(disk.root, 'scanner', 'mat-1');
  const journal = readdirSync(folder).find((name) => name.endsWith('.ndjson')) ?? '';
  expect(readFileSync(join(folder, journal), 'utf8')).toMatch(
    /"band":"104".*\n.*"band":"105".*\n$/,
  );
});

test('[CM4] after a power cut just after the first start of the private Redis acknowledged writes are kept', async () => {
  const disk = await makeDisk();
  const redis = await PrivateRaceRedis.start(disk.root, disk);
  onTestFinished(() => redis.stop());
  await askRedis(redis.url, ['SET', 'a', 'b']);
  await redis.kill();
  disk.losePower('all');
  await redis.startAgain();
  expect(await askRedis(redis.url, ['GET', 'a'])).toBe('b');
});

test.each([
  ['all', {}],
  ['half', { new: 'cd' }],
  ['zeros', { new: '\0\0\0\0' }],
] as const)('unsynced writes are lost (%s)', async (loss, left) => {
  const disk = await makeDisk();
  const script = `const { fsyncSync, openSync, writeFileSync } = require('node:fs');
    writeFileSync('old', 'ab', { flush: true }); fsyncSync(openSync('.')); writeFileSync('new', 'cdef');`;
  const env = { ...process.env, ...disk.env };
  execFileSync(process.execPath, ['-e', script], { cwd: disk.root, env });
  disk.losePower(loss);
  const names = readdirSync(disk.root);
  const files = names.map((name) => [name, readFileSync(join(disk.root, name), 'utf8')]);
  expect(Object.fromEntries(files)).toEqual({ old: 'ab', ...left });
});
