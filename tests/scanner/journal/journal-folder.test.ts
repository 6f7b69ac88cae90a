import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { lockSource } from '#server/scanner/journal/journal.ts';
import { ScannerError } from '#server/scanner/scanner-error.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('[SN18] a source has one scanner at a time', async () => {
  const folder = createTempFolder();
  const lock = await lockSource(folder, 'mat');
  const second = lockSource(folder, 'mat');
  await expect(second).rejects.toThrow(ScannerError);
  await expect(second).rejects.toThrow(
    `A scanner for mat is already running here (process ${process.pid})`,
  );
  await lock.release();
  const next = await lockSource(folder, 'mat');
  await next.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('[SN18] of many that start at once at most one gets the source', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const folder = createTempFolder();
    writeFileSync(join(folder, 'lock-0-abc'), '');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => lockSource(folder, 'mat')),
    );
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(taken).toBeLessThanOrEqual(1);
    expect(readdirSync(folder)).toHaveLength(taken);
  }
});

test.each([
  ['a process that is gone', () => `lock-${endedPid()}-abc`],
  ['a pid that is used again', () => `lock-${process.pid}-abc`],
  ['no process', () => 'lock-0-abc'],
])('[SN18] a lock of %s does not hold', async (_name, createName) => {
  const folder = createTempFolder();
  writeFileSync(join(folder, createName()), 'another boot 12345');
  await lockSource(folder, 'mat');
  expect(readdirSync(folder)).toEqual([
    expect.stringMatching(new RegExp(`^lock-${process.pid}-[0-9a-f]{12}$`)),
  ]);
});

/** The pid of a process that has just ended. */
function endedPid(): number {
  return Number(execFileSync(process.execPath, ['--print', 'process.pid'], { encoding: 'utf8' }));
}
