import { expect, test } from 'vitest';

import { createSchedule } from '#server/scanner/inputs/replay-input.ts';
import type { DecodedRead } from '#server/scanner/read-decoder.ts';
import { getBandId } from '#tests/support/builders.ts';

function read(band: string, timeMs: number | undefined): DecodedRead {
  return { bandId: getBandId(band), points: ['finish'], timeMs };
}

/** Which band is due when. */
function plan(reads: readonly DecodedRead[], speed: number): [string, number][] {
  return createSchedule(reads, speed).map(({ read: { bandId }, dueMs }) => [bandId, dueMs]);
}

test('[SN13] a replay gives reads in the order of their times, so many times as fast', () => {
  const reads = [read('1', 61_000), read('2', 1_000), read('3', 31_000), read('4', 31_000)];
  expect(plan(reads, 30)).toEqual([
    ['2', 0],
    ['3', 1_000],
    ['4', 1_000],
    ['1', 2_000],
  ]);
});

test('[SN12] a read without a time follows the one before it in the file', () => {
  const reads = [read('9', undefined), read('1', 2_000), read('8', undefined), read('2', 1_000)];
  expect(plan(reads, 1)).toEqual([
    ['2', 0],
    ['9', 1_000],
    ['1', 1_000],
    ['8', 1_000],
  ]);
  expect(plan([read('9', undefined)], 1)).toEqual([['9', 0]]);
  expect(plan([], 1)).toEqual([]);
});
