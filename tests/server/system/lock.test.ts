import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { tryLock, withLock } from '#server/system/lock.mjs';
import { eventually } from '#tests/support/eventually.ts';
import { startProcess } from '#tests/support/process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('work under one lock never overlaps, and waiting is reported once', async () => {
  const file = join(createTempFolder(), 'the.lock');
  let inside = 0;
  let most = 0;
  const waits = Array.from({ length: 5 }, () => 0);
  const countWaits = (): number => waits.filter((notices) => notices > 0).length;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    // The first holds it until all others have come. None of those that come at the same time may have got it at once.
    await eventually(() => expect(countWaits()).toBeGreaterThanOrEqual(4));
    inside -= 1;
  };
  await Promise.all(
    waits.map((_, index) =>
      withLock(file, work, { onWait: () => (waits[index] = (waits[index] ?? 0) + 1) }),
    ),
  );
  expect(most).toBe(1);
  expect(waits.filter((notices) => notices > 1)).toEqual([]);
  expect(readdirSync(dirname(file))).toEqual([]);
});

test('a lock is given back when the work fails', async () => {
  const file = join(createTempFolder(), 'the.lock');
  await expect(withLock(file, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  );
  expect(await withLock(file, () => Promise.resolve('again'))).toBe('again');
});

test('the lock of a process that is gone is taken over', async () => {
  const file = join(createTempFolder(), 'the.lock');
  const gone = startProcess(process.execPath, ['--version']);
  await gone.exitCode;
  writeFileSync(`${file}-${gone.pid}-abc`, 'another boot 12345');
  expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
});

test('a lock of an earlier process is taken over, whatever process has its id now', async () => {
  const file = join(createTempFolder(), 'the.lock');
  writeFileSync(`${file}-${process.pid}-abc`, 'another boot 12345');
  expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
});

test('a lock stays with a process that is held up, however long', async () => {
  const file = join(createTempFolder(), 'the.lock');
  const held = await tryLock(file);
  if ('holder' in held) throw new Error('it is free');
  const longAgo = new Date(Date.now() - 60_000);
  for (const name of readdirSync(dirname(file)))
    utimesSync(join(dirname(file), name), longAgo, longAgo);
  expect(await tryLock(file)).toEqual({ holder: process.pid });
  await held.release();
  expect(await tryLock(file)).not.toHaveProperty('holder');
});

test('of many that find an abandoned lock only one gets it at a time', async () => {
  const file = join(createTempFolder(), 'the.lock');
  writeFileSync(`${file}-999999999-abc`, 'another boot 12345');
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});
