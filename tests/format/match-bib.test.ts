import { expect, test } from 'vitest';

import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';

test.each([
  ['?77', '177', true],
  ['?77', 'A77', true],
  ['?77', '77', false],
  ['?77', '1778', false],
  ['1?', '17', true],
  ['w01', 'W01', true],
  ['77', '077', true],
  ['0?7', '17', true],
  ['1?7', '1-7', false],
  ['???', '', false],
  ['.7', '17', false],
])('[MA3] a bib read as %j and the bib %j: %s', (read, bib, isFitting) =>
  expect(matchBib(read)(foldBib(bib))).toBe(isFitting),
);
