import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { writeCommand } from '#server/bootstrap/redis/aof-commands.mjs';
import { createRandom } from '#server/system/random.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import type { Struck } from './plan-faults.ts';
import { strikeRedisFile } from './redis-file.ts';

function transaction(...commands: readonly (readonly string[])[]): Buffer {
  return Buffer.concat([['MULTI'], ...commands, ['EXEC']].map((words) => writeCommand(words)));
}

const ENTRY = transaction(['HSET', '{r}:runners', 'r0', '{"runnerId":"r0","runClub":"first"}']);
const READ = transaction(['HSETNX', '{r}:scans', 'mat:7', '{"bandId":"7"}']);
const SAVE = transaction(['HSET', '{r}:runners', 'r1', '{"runnerId":"r1","runClub":"Clwb 1"}']);
const TAP = transaction(['HSET', '{r}:reports', 't1', '{"reportId":"t1"}']);

/** The file of a Redis before and after. */
function strike(parts: readonly Buffer[], struck: Struck, seed: number) {
  const dir = createTempFolder();
  mkdirSync(join(dir, 'appendonlydir'));
  const path = join(dir, 'appendonlydir', 'appendonly.aof.1.incr.aof');
  const before = Buffer.concat(parts);
  writeFileSync(path, before);
  const names = strikeRedisFile(dir, struck, createRandom(seed));
  return { names, before, after: readFileSync(path) };
}

test('[HN13] one bit or two of how a command begins are others, and what its transaction said is named', () => {
  fc.assert(
    fc.property(fc.nat(1_000), (seed) => {
      const { names, before, after } = strike([ENTRY, READ, SAVE, TAP], 'any', seed);
      const changed = [...before.keys()].filter((at) => before[at] !== after[at]);
      expect([1, 2]).toContain(changed.length);
      const [at = 0] = changed;
      const starts = [ENTRY, READ, SAVE, TAP].map(
        (_, i, all) => Buffer.concat(all.slice(0, i)).length,
      );
      const place = starts.findLastIndex((start) => start <= at);
      expect([['spared'], [], ['Clwb 1', 'r1'], ['t1']][place]).toEqual(names);
      expect(before.toString('latin1', at - 40, at + 40)).toMatch(/[*$]\d+\r\n/);
    }),
    { numRuns: 40 },
  );
});

test('[HN13] the last transaction, or a span of several, is struck; before the first read nothing is', () => {
  expect(strike([ENTRY, READ, SAVE, TAP], 'last', 1).names).toEqual(['t1']);
  const { names, after } = strike([ENTRY, READ, SAVE, TAP], 'span', 3);
  expect(after.toString()).toContain(ENTRY.toString());
  expect(after.at(-1)).toBe(0);
  expect(names).toContain('t1');
  const spared = strike([ENTRY, SAVE], 'any', 1);
  expect(spared).toMatchObject({ names: [], after: spared.before });
});

test('[HN13] of a read one bit or two of what it says are others, or one of its id, which is named', () => {
  fc.assert(
    fc.property(fc.nat(1_000), (seed) => {
      const { names, before, after } = strike([ENTRY, READ, SAVE], 'read', seed);
      expect(names).toEqual(['mat:7']);
      const changed = [...before.keys()].filter((at) => before[at] !== after[at]);
      expect([1, 2]).toContain(changed.length);
      const [at = 0] = changed;
      const [from, to] = [before.indexOf('mat:7'), before.indexOf('{"bandId":"7"}')];
      const isInId = at >= from && at < from + 'mat:7'.length;
      const isInText = at >= to && at < to + '{"bandId":"7"}'.length;
      expect(isInId || isInText).toBe(true);
    }),
    { numRuns: 40 },
  );
});
