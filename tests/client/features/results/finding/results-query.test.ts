import { describe, expect, test } from 'vitest';

import { listFilterOptions } from '#client/features/results/finding/filter-options.ts';
import {
  createMatch,
  EMPTY_QUERY,
  readQuery,
  type ResultsQuery,
  writeQuery,
} from '#client/features/results/finding/results-query.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { byName } from '#client/features/results/finding/use-awaited.ts';

const FIELD: readonly UnrankedResult[] = [
  build('ann', { ageGroup: 'F40', runClub: 'Sarn Helen' }),
  build('bob', { ageGroup: 'M40', runClub: 'Eryri' }),
  build('cai', { ageGroup: 'M50', runClub: 'sarn helen' }),
  build('dai', { ageGroup: 'M40', runClub: '' }),
  build('eve', { ageGroup: 'F50', runClub: '' }),
  build('hid', { firstName: '', lastName: '', runClub: '', ageGroup: '' }),
];

function build(runnerId: string, rest: Partial<UnrankedResult>): UnrankedResult {
  return buildResult({ runnerId, firstName: runnerId, bibNumber: `7${runnerId}`, ...rest });
}

const find = (query: Partial<ResultsQuery>): string[] => {
  const match = createMatch({ ...EMPTY_QUERY, ...query }, USUAL_COURSES);
  return (match ? FIELD.filter(match.matches) : FIELD).map(({ runnerId }) => runnerId);
};

describe('[FD6] the address', () => {
  test('holds the query and keeps other parameters', () => {
    const query = { text: 'jones 7', category: 'M-SNR', sex: 'M', club: 'Rhedwyr & Co' } as const;
    const params = new URLSearchParams('tab=UB&lang=cy&find=old');
    writeQuery(params, query);
    expect(params.toString()).toBe(
      'tab=UB&lang=cy&find=jones+7&cat=M-SNR&sex=M&club=Rhedwyr+%26+Co',
    );
    expect(readQuery(`?${params.toString()}`, USUAL_COURSES)).toEqual(query);
    writeQuery(params, EMPTY_QUERY);
    expect(params.toString()).toBe('tab=UB&lang=cy');
  });

  test.each(['cat=M41', `find=${'x'.repeat(101)}`, `club=${'x'.repeat(5_000)}`, 'cat=%E0%A4%A'])(
    'ignores invalid values: %s',
    (search) => expect(readQuery(`?${search}`, USUAL_COURSES)).toEqual(EMPTY_QUERY),
  );
});

describe('a filter', () => {
  test('offers only values of some runner, a club in one spelling, and what is chosen', () => {
    const query = { ...EMPTY_QUERY, category: 'F75', club: 'SARN HELEN' };
    expect(listFilterOptions(FIELD, query, USUAL_COURSES)).toEqual({
      categories: ['F40', 'F50', 'F75', 'M40', 'M50'],
      sexes: ['F', 'M'],
      clubs: ['Eryri', 'SARN HELEN'],
    });
  });

  test('finds by category, sex, club or text; a private runner only by bib', () => {
    expect(find({ category: 'M40' })).toEqual(['bob', 'dai']);
    expect(find({ sex: 'F' })).toEqual(['ann', 'eve']);
    expect(find({ club: 'SARN-HELEN' })).toEqual(['ann', 'cai']);
    expect(find({ text: '7hid' })).toEqual(['hid']);
  });

  test('a search text alone makes no group for places', () => {
    expect(createMatch({ ...EMPTY_QUERY, text: '  ' }, USUAL_COURSES)).toBeUndefined();
    expect(createMatch({ ...EMPTY_QUERY, text: 'ann' }, USUAL_COURSES)?.group).toBeUndefined();
  });
});

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
