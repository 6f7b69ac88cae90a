import { expect, test } from 'vitest';
import { compareVersions, valuesOf } from '#client/organisers/runners/editor-values.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

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

test('[PV4] the private mark is a field like the others', () => {
  const mine = { ...BEFORE, bibNumber: '14' };
  const theirs = valuesOf(buildAdminRunner({ ...THEIRS, isPrivate: true }));
  expect(compareVersions(BEFORE, mine, theirs)).toMatchObject({
    disputed: [],
    taken: ['isPrivate'],
  });
});
