import { expect, test } from 'vitest';

import {
  compareVersions,
  valuesOf,
  newValues,
  readBands,
} from '#client/organisers/runners/editor-values.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { findFreeBib } from '#client/features/runners/form/EditorFields.tsx';
import { countScans, listLeft } from '#client/features/runners/form/left-scans.ts';
import type { RunnerScan } from '#shared/wire/runners-api.ts';

const THEIRS = buildAdminRunner({ bibNumber: '12', runClub: 'Cwm Gwaun' });
const BEFORE = valuesOf(THEIRS);

test('a field is disputed when both changed it to different values', () => {
  const mine = { ...BEFORE, bibNumber: '14', runClub: 'Sarn Helen', lastName: 'Rees' };
  const theirs = { ...BEFORE, runClub: 'Eryri', lastName: 'Rees', raceNumber: '401' };
  expect(compareVersions(BEFORE, mine, theirs)).toMatchObject({
    disputed: ['runClub'],
    taken: ['raceNumber'],
  });
});

test('the next free bib follows the highest of the distance', () => {
  const field = [
    buildAdminRunner({ runnerId: 'a', event: 'PB', bibNumber: '104' }),
    buildAdminRunner({ runnerId: 'b', event: 'BB', bibNumber: '105' }),
    buildAdminRunner({ runnerId: 'c', event: 'BB', bibNumber: 'W7' }),
  ];
  expect(findFreeBib(field, 'PB')).toBe(106);
  expect(findFreeBib(field, '')).toBe(106);
  expect(findFreeBib(field, 'UB')).toBeUndefined();
});

const values = (raceNumber: string, earlierBands = '') => ({
  ...newValues(undefined),
  raceNumber,
  earlierBands,
});

test.each([
  ['the one that is replaced', values('501'), values('502'), undefined, ['501']],
  ['none where only its zeros differ', values('501'), values('0501'), undefined, []],
  ['none where it stays as an earlier one', values('501'), values('502', '501'), undefined, []],
  ['an earlier one that is removed', values('501', '7, 8'), values('501', '8'), undefined, ['7']],
  ['none in a swap', values('501', '7'), values('502', '7'), 'swap' as const, []],
  ['the own one when another is taken', values('501'), values('502'), 'take' as const, ['501']],
])('the numbers that nobody would hold after a save are %s', (_, before, now, kind, left) =>
  expect(listLeft(before, now, kind)).toEqual(left),
);

test('the scans of the bands that are left are counted, and bands without any are left out', () => {
  const scans = [{}, { bandID: '7' }, {}] as RunnerScan[];
  expect(countScans({ scans }, '501', ['501', '7', '8'])).toEqual({ left: ['501', '7'], scans: 3 });
});

test('numbers may be typed with any separators; invalid ones are left for the server to refuse', () =>
  expect(readBands(' 007, 8;9  5O1')).toEqual(['7', '8', '9', '5O1']));
