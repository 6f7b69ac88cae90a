import { expect, test } from 'vitest';

import { findBands } from '#client/features/runners/missing-view.ts';

const bands = ['7', '77', '177', '512'].map((bandID) => ({
  bandID,
  scans: 1,
  lastPoint: 'finish',
  lastTime: 0,
}));

const find = (text: string): readonly [readonly string[], string | undefined] => {
  const { found, exact } = findBands(bands, text);
  return [found.map(({ bandID }) => bandID), exact?.bandID];
};

test('bands are found by digits, ignoring leading zeros', () => {
  expect(find(' ')).toEqual([['7', '77', '177', '512'], undefined]);
  expect(find('77')).toEqual([['77', '177'], '77']);
  expect(find('0077')).toEqual([['77', '177'], '77']);
  expect(find('51')).toEqual([['512'], undefined]);
  expect(find('1')).toEqual([['177', '512'], undefined]);
  expect(find('9')).toEqual([[], undefined]);
});
