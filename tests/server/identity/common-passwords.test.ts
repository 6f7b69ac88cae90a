import { expect, test } from 'vitest';

import { createReadablePassword, findPasswordFault } from '#server/identity/passwords.ts';

const MARI = 'mari@example.org';
const TRIED_FIRST = /first that anyone would try/;

test.each([
  ['elevenchars', /at least 12/],
  ['ab-'.repeat(43), /at most 128/],
  ['a goat\u0000on the roof', /control characters/],
])('[AC14] %j is invalid', (password, reason) =>
  expect(findPasswordFault(password, MARI)).toMatch(reason),
);

test.each([
  'aaaaaaaaaaaa',
  'ŴŵŴŵŴŵŴŵŴŵŴŵŴ',
  'XyzxyzxyzxyzXy',
  MARI.toUpperCase(),
  'Password1234',
  'Splitcast2026!',
  'a goat and SPLITCAST',
])('[AC14] %s is refused', (password) =>
  expect(findPasswordFault(password, MARI)).toMatch(TRIED_FIRST),
);

test.each([
  'tri chynnig i Gymro',
  'a goat on the roof',
  `${'ab'.repeat(63)}ca`,
  'ŵŷâêîôûáéíóú',
  '🐐🐑🐄🐎🐖🐓🦆🦢🦉🦅🐈🐕',
])('[AC14] %s is accepted', (password) =>
  expect(findPasswordFault(password, MARI)).toBeUndefined(),
);

test('[AC14] generated passwords are never refused', () => {
  for (let i = 0; i < 1_000; i += 1) {
    expect(findPasswordFault(createReadablePassword(), MARI)).toBeUndefined();
  }
});
