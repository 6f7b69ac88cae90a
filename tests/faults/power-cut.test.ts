import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { LOSSES } from '#tests/harness/power-cut.ts';
import { askOnce, PrivateRaceRedis } from '#tests/harness/private-race-redis.ts';
import { compilePowerCut, RaceDisk } from '#tests/harness/race-disk.ts';
import { startBuiltScanner } from '#tests/support/built-program.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

async function makeDisk(): Promise<RaceDisk> {
  return new RaceDisk(createTempFolder(), await compilePowerCut());
}

test.each(LOSSES)(
  '[SN16 HN10] a power cut just after the first reads: they are in the journal (%s)',
  async (loss) => {
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
    disk.losePower(loss);
    const folder = join(disk.root, 'scanner', 'mat-1');
    const journal = readdirSync(folder).find((name) => name.endsWith('.ndjson')) ?? '';
    expect(readFileSync(join(folder, journal), 'utf8')).toMatch(
      /"band":"104".*\n.*"band":"105".*\n$/,
    );
  },
);

test.each(LOSSES)(
  '[CM4 HN10] a power cut just after the first start of the private Redis: what it was told is there (%s)',
  async (loss) => {
    const disk = await makeDisk();
    const redis = await PrivateRaceRedis.start(disk);
    onTestFinished(() => redis.stop());
    await askOnce(await redis.findMaster(), ['SET', 'a', 'b']);
    await redis.kill();
    disk.losePower(loss);
    await redis.startAgain();
    expect(await askOnce(await redis.findMaster(), ['GET', 'a'])).toBe('b');
  },
);

test('[HN12] what a disk said to be synced and was not is gone', async () => {
  const disk = await makeDisk();
  const redis = await PrivateRaceRedis.start(disk);
  onTestFinished(() => redis.stop());
  await askOnce(await redis.findMaster(), ['SET', 'a', 'b']);
  disk.lie();
  await askOnce(await redis.findMaster(), ['SET', 'a', 'c']);
  await redis.kill();
  disk.losePower('all');
  await redis.startAgain();
  expect(await askOnce(await redis.findMaster(), ['GET', 'a'])).toBe('b');
});
