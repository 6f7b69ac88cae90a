import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { tryLock, withLock } from '#server/system/lock.mjs';
import { eventually } from '#tests/support/eventually.ts';
import { startProcess } from '#tests/support/process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('work under a lock never overlaps, and waiting is reported once', async () => {
  const file = join(createTempFolder(), 'the.lock');
  let inside = 0;
  let most = 0;
  const waits = Array.from({ length: 5 }, () => 0);
  const countWaits = (): number => waits.filter((notices) => notices > 0).length;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    // The first holds the lock until all others wait. Of those that started together perhaps none got it at once.
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

test('a lock is released when the work fails', async () => {
  const file = join(createTempFolder(), 'the.lock');
  await expect(withLock(file, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  );
  expect(await withLock(file, () => Promise.resolve('again'))).toBe('again');
});

test('the lock of an ended process is taken over, even if its pid was reused', async () => {
  const file = join(createTempFolder(), 'the.lock');
  const ended = startProcess(process.execPath, ['--version']);
  await ended.exitCode;
  for (const pid of [ended.pid, process.pid]) {
    writeFileSync(`${file}-${pid}-abc`, 'another boot 12345');
    expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
  }
});

test('a running process keeps its lock, however old', async () => {
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

test('an abandoned lock is taken over by one process at a time', async () => {
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
