import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { followRace } from '#tests/support/follow-race.ts';
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

/** What two flipped bits are of, in the command that stores a read: of one alone nothing is lost. */
const BITS = {
  'length of a word': (bytes: Buffer, id: number) => [bytes.lastIndexOf('$', id), 0x41],
  'name of the command': (bytes: Buffer, id: number) => [bytes.lastIndexOf('HSETNX', id), 0x03],
  'time that it says': (bytes: Buffer, id: number) => [bytes.indexOf('"timeMs":1', id) + 9, 0x06],
} as const satisfies Record<string, (bytes: Buffer, id: number) => readonly [number, number]>;

/** The private Redis of a folder, whose file loses bits in the middle. */
async function startDamageable(settings: Readonly<Record<string, string>> = {}) {
  const [redisDir, dataDir] = [createTempFolder(), createTempFolder()];
  let launcher = startLauncher(redisDir);
  const place = { redisUrl: await readUrl(launcher), raceKey: uniqueRaceKey(), dataDir, settings };
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
    /** Has Redis come back from a file in which a bit was struck of the reads of these wristbands. */
    damage: async (struck: Readonly<Record<number, keyof typeof BITS>>) => {
      await launcher.kill('SIGKILL');
      killServer(redisDir);
      const file = join(redisDir, 'redis', 'appendonlydir', 'appendonly.aof.1.incr.aof');
      const bytes = readFileSync(file);
      for (const [band, bit] of Object.entries(struck)) {
        const [at, by] = BITS[bit](bytes, bytes.indexOf(`\r\nmat-1:${band}:finish:`));
        bytes[at] = (bytes[at] ?? 0) ^ by;
      }
      writeFileSync(file, bytes);
      launcher = startLauncher(redisDir);
      expect(await readUrl(launcher)).toBe(place.redisUrl);
      return launcher.output;
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

  const said = await damage({ 2: 'length of a word', 5: 'name of the command' });
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

  expect(await damage({ 2: 'length of a word', 3: 'name of the command' })).toContain(
    'start every other scanner of the race once more',
  );
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
  await damage({ 3: 'length of a word', 2: 'name of the command' });
  await untilReads(1);
  const next = startScanner(place, MAT);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  await untilReads(3);
});

test('[CF33] a read that says another time after Redis came back is sent again, at once or when its scanner is started', async () => {
  const often = { SPLITCAST_TIMING: '{"scannerAskMs":100}' };
  const { place, give, damage, untilReads } = await startDamageable(often);
  const ended = startScanner(place, MAT);
  await give(ended, [1, 2]);
  ended.endInput();
  expect(await ended.exitCode).toBe(0);
  const hill = startScanner(place, ['--source', 'hill', '--point', 'finish', '--zone', 'UTC']);
  await give(hill, [7]);
  const instance = followRace({ url: place.redisUrl, raceKey: place.raceKey });
  await eventually(() => expect(instance.race.scanCount).toBe(3));
  const whole = await readStoredReads(place);

  await damage({ 1: 'time that it says' });
  await eventually(() => expect(instance.follower.damage.unreadable.count).toBe(1));
  expect(await readStoredReads(place)).not.toEqual(whole);
  // What was shown was right, and stays.
  expect(instance.race.scanCount).toBe(3);
  const again = startScanner(place, MAT);
  await eventually(async () => expect(await readStoredReads(place)).toEqual(whole));
  await eventually(() => expect(instance.follower.damage.unreadable.count).toBe(0));
  await untilReads(3);

  await give(again, [3]);
  await damage({ 3: 'time that it says' });
  await eventually(async () => {
    const stored = await readStoredReads(place);
    expect(stored.map((read) => read.split(' ')[0])).toEqual(['1', '2', '3', '7']);
    expect(stored.filter((read) => whole.includes(read))).toEqual(whole);
    expect(stored[2]).toMatch(/ 17\d{11}$/);
  });
});
