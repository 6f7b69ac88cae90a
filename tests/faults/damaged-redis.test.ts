import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { killServer, readUrl, startLauncher } from '#tests/support/private-redis.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import {
  readStoredReads,
  startScanner,
  waitForStoredScans,
} from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const MAT = ['--source', 'mat-1', '--point', 'finish', '--zone', 'UTC'];

const readAt = (bandId: number): string => `${bandId},2026-06-20T10:00:0${bandId}Z\n`;

/** The private Redis of a folder, whose file loses bits in the middle. */
async function startDamageable() {
  const [redisDir, dataDir] = [createTempFolder(), createTempFolder()];
  const launcher = startLauncher(redisDir);
  const place = { redisUrl: await readUrl(launcher), raceKey: uniqueRaceKey(), dataDir };
  const untilReads = (count: number): Promise<void> =>
    eventually(async () => expect(await readStoredReads(place)).toHaveLength(count));
  return {
    place,
    untilReads,
    /** Gives them one by one: each is stored by a script of its own. */
    give: async (scanner: ReturnType<typeof startScanner>, bands: readonly number[]) => {
      const before = (await readStoredReads(place)).length;
      for (const [i, band] of bands.entries()) {
        scanner.write(readAt(band));
        await waitForStoredScans(place, before + i + 1);
      }
    },
    /** Has Redis come back from a file in which one bit of these was struck: of a word's length, or of a name. */
    damage: async (struckLength: number, struckName: number) => {
      await launcher.kill('SIGKILL');
      killServer(redisDir);
      const file = join(redisDir, 'redis', 'appendonlydir', 'appendonly.aof.1.incr.aof');
      const bytes = readFileSync(file);
      for (const [band, before, by] of [
        [struckLength, '$', 0x40],
        [struckName, 'HSETNX', 0x01],
      ] as const) {
        const at = bytes.lastIndexOf(before, bytes.indexOf(`\r\nmat-1:${band}:finish:`));
        bytes[at] = (bytes[at] ?? 0) ^ by;
      }
      writeFileSync(file, bytes);
      const again = startLauncher(redisDir);
      expect(await readUrl(again)).toBe(place.redisUrl);
      return again.output;
    },
  };
}

test('[SN20 SN21] what Redis had to leave out of its damaged file, running scanners send again, also of earlier runs', async () => {
  const { place, give, damage, untilReads } = await startDamageable();
  const earlier = startScanner(place, MAT);
  await give(earlier, [1, 2, 3]);
  earlier.endInput();
  expect(await earlier.exitCode).toBe(0);
  const scanner = startScanner(place, MAT);
  await give(scanner, [4, 5, 6]);

  const said = await damage(2, 5);
  expect(said.match(/bytes in the middle of/g)).toHaveLength(2);
  await untilReads(6);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
});

test('[SN20] a scanner that had ended sends it at its next start', async () => {
  const { place, give, damage, untilReads } = await startDamageable();
  const scanner = startScanner(place, MAT);
  await give(scanner, [1, 2, 3, 4]);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);

  expect(await damage(2, 3)).toContain('start every other scanner of the race once more');
  await untilReads(2);
  const next = startScanner(place, MAT);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  await untilReads(4);
});

test('[SN20] also where everything that Redis knew of its journal is gone', async () => {
  const { place, give, damage, untilReads } = await startDamageable();
  for (const band of [1, 2, 3]) {
    const scanner = startScanner(place, MAT);
    await give(scanner, [band]);
    scanner.endInput();
    expect(await scanner.exitCode).toBe(0);
  }
  // The last of them with nothing behind it.
  await damage(3, 2);
  await untilReads(1);
  const next = startScanner(place, MAT);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  await untilReads(3);
});
