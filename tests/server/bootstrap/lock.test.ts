import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { withLock } from '#server/bootstrap/lock.mjs';
import { startProcess } from '#tests/support/process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('work under one lock never overlaps, and whoever waits is told once', async () => {
  const file = join(createTempFolder(), 'the.lock');
  let inside = 0;
  let most = 0;
  let waits = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    inside -= 1;
  };
  await Promise.all(
    Array.from({ length: 5 }, () => withLock(file, work, { onWait: () => (waits += 1) })),
  );
  expect(most).toBe(1);
  expect(waits).toBe(4);
  expect(existsSync(file)).toBe(false);
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
  writeFileSync(file, `${gone.pid} 1234`);
  expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
});

test('a lock nobody has touched for long is taken over, whoever carries its process id now', async () => {
  const file = join(createTempFolder(), 'the.lock');
  writeFileSync(file, `${process.pid} 1234`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
});

test('of many that find an abandoned lock only one gets it at a time', async () => {
  const file = join(createTempFolder(), 'the.lock');
  writeFileSync(file, '999999999 1234');
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});
