import { expect, test } from 'vitest';

import { describeBibHolders, findFreeBib } from '#client/features/runners/form/EditorFields.tsx';
import { buildConfig } from '#tests/support/builders.ts';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const config = { ...buildConfig(), distances: 'Half,Full' };
const holder = (runnerId: string, firstName: string, bibNumber: string) =>
  buildAdminRunner({ runnerId, firstName, lastName: 'Huws', bibNumber, event: 'BB' });
const RUNNERS = [
  holder('a', 'Llŷr', '12'),
  holder('b', 'Nia', 'É 7'),
  holder('c', 'Ann', '30'),
  holder('d', 'Ben', '30'),
  holder('e', 'Cai', '30'),
];
const describeFor = (typed: string, ownId?: string): string =>
  describeBibHolders(typed, ownId, RUNNERS, config);

test('names the other runner of a bib, with the distance', () => {
  expect(describeFor('12')).toBe('Also the bib of Llŷr Huws (Half).');
  expect(describeFor('30')).toBe('Also the bib of Ann Huws and 2 more.');
});

test('compares bibs as they are kept: blanks tidied, letters composed', () => {
  expect(describeFor(' 12 ')).toBe('Also the bib of Llŷr Huws (Half).');
  expect(describeFor('E\u0301  7')).toBe('Also the bib of Nia Huws (Half).');
});

test('says nothing of the runner themselves, of a part of a bib, or of none', () => {
  expect(describeFor('12', 'a')).toBe('');
  expect(describeFor('1')).toBe('');
  expect(describeFor(' ')).toBe('');
});

test('the next free bib follows the highest of the distance', () => {
  const field = [
    buildAdminRunner({ runnerId: 'a', event: 'PB', bibNumber: '104' }),
    buildAdminRunner({ runnerId: 'b', event: 'BB', bibNumber: '105' }),
    buildAdminRunner({ runnerId: 'c', event: 'BB', bibNumber: 'W7' }),
  ];
  expect(findFreeBib(field, 'PB')).toBe('106');
  expect(findFreeBib(field, 'UB')).toBe('106');
  expect(findFreeBib([], 'PB')).toBeUndefined();
});
