import { expect, test } from 'vitest';

import { fitsBib } from '#shared/format/fits-bib.ts';

test.each([
  ['?77', '177', true],
  ['?77', 'A77', true],
  ['?77', '77', false],
  ['?77', '1778', false],
  ['1?', '17', true],
  ['w01', 'W01', true],
  ['77', '077', true],
  ['1?7', '1-7', false],
  ['???', '', false],
  ['.7', '17', false],
])('[MA3] a bib read as %j and the bib %j: %s', (read, bib, isFitting) => {
  expect(fitsBib(read, bib)).toBe(isFitting);
});
