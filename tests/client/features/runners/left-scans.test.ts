import { describe, expect, test } from 'vitest';

import { newValues, readBands } from '#client/organisers/runners/editor-values.ts';
import { countScans, listLeft } from '#client/features/runners/form/left-scans.ts';
import type { RunnerScan } from '#shared/wire/runners-api.ts';

const values = (raceNumber: string, earlierBands = '') => ({
  ...newValues(undefined),
  raceNumber,
  earlierBands,
});

describe('the numbers that nobody would hold after a save', () => {
  test.each([
    ['the one that is replaced', values('501'), values('502'), undefined, ['501']],
    ['the one that is given back', values('501'), values(' '), undefined, ['501']],
    ['none where only its zeros differ', values('501'), values('0501'), undefined, []],
    ['none where it stays as an earlier one', values('501'), values('502', '501'), undefined, []],
    ['an earlier one that is removed', values('501', '7, 8'), values('501', '8'), undefined, ['7']],
    ['none where an earlier one is worn again', values('', '7'), values('7'), undefined, []],
    ['none in a swap', values('501', '7'), values('502', '7'), 'swap' as const, []],
    ['the own one when another is taken', values('501'), values('502'), 'take' as const, ['501']],
    ['none before any was handed out', values(''), values('502'), undefined, []],
  ])('are %s', (_, before, now, kind, left) => expect(listLeft(before, now, kind)).toEqual(left));
});

test('scans are counted by the band that was read, and bands without any are left out', () => {
  const scans = [{}, { bandID: '7' }, {}] as RunnerScan[];
  expect(countScans({ scans }, '501', ['501', '7', '8'])).toEqual([
    { band: '501', scans: 2 },
    { band: '7', scans: 1 },
  ]);
});

test('numbers may be typed with any separators; invalid ones are left for the server to refuse', () =>
  expect(readBands(' 007, 8;9  5O1')).toEqual(['7', '8', '9', '5O1']));
