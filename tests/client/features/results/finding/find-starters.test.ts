import { expect, test } from 'vitest';

import { byName } from '#client/features/results/finding/elsewhere.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

test('a start list is by name and then by bib; nameless runners come last', () => {
  const people = [
    ['Siân', 'Wyn', '9'],
    ['', '', 'W1'],
    ['', '', '100'],
    ['', '', '10'],
    ['Zoë', 'Bowen', 'W2'],
    ['Ann', 'Bowen', '101'],
  ].map(([firstName = '', lastName = '', bibNumber = '']) =>
    buildResult({ firstName, lastName, bibNumber }),
  );
  const sorted = byName(people).map(({ bibNumber }) => bibNumber);
  expect(sorted).toEqual(['101', 'W2', '9', '10', '100', 'W1']);
});
