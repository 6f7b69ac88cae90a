import { expect, test } from 'vitest';

import { createSchedule } from '#server/scanner/inputs/stream-input.ts';
import type { DecodedRead } from '#server/scanner/read-decoder.ts';
import { getBandId } from '#tests/support/builders.ts';

function read(band: string, timeMs: number | undefined): DecodedRead {
  return { bandId: getBandId(band), points: ['finish'], timeMs };
}

/** Which band is due when. */
function plan(reads: readonly DecodedRead[], speed: number): [string, number][] {
  return createSchedule(reads, speed).map(({ read: { bandId }, dueMs }) => [bandId, dueMs]);
}

test('[SN10] a replay emits reads in the order of their times, those without one after the read before them', () => {
  const reads = [read('9', undefined), read('1', 61_000), read('8', undefined), read('2', 1_000)];
  expect(plan(reads, 30)).toEqual([
    ['2', 0],
    ['9', 2_000],
    ['1', 2_000],
    ['8', 2_000],
  ]);
  expect(plan([read('9', undefined)], 1)).toEqual([['9', 0]]);
  expect(plan([], 1)).toEqual([]);
});
