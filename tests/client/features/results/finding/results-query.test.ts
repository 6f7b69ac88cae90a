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

const MINUTE = 60_000;

const FIELD: readonly UnrankedResult[] = [
  build('ann', { ageGroup: 'F40', totalMs: 60 * MINUTE, runClub: 'Sarn Helen' }),
  build('bob', { ageGroup: 'M40', totalMs: 61 * MINUTE, runClub: 'Eryri' }),
  build('cai', { ageGroup: 'M50', totalMs: 62 * MINUTE, runClub: 'sarn helen' }),
  build('dai', { ageGroup: 'M40', totalMs: 62 * MINUTE, runClub: '' }),
  build('eve', { ageGroup: 'F50', status: 'dnf', splitsMs: [20 * MINUTE, null, null, null] }),
  build('fay', { ageGroup: 'F40', splitsMs: [null, null, 40 * MINUTE, null] }),
  build('hid', { firstName: '', lastName: '', runClub: '', ageGroup: '', totalMs: 62 * MINUTE }),
];

function build(runnerId: string, rest: Partial<UnrankedResult>): UnrankedResult {
  return buildResult({ runnerId, firstName: runnerId, bibNumber: `7${runnerId}`, ...rest });
}

const find = (query: Partial<ResultsQuery>): string[] => {
  const match = createMatch({ ...EMPTY_QUERY, ...query }, USUAL_COURSES);
  return (match ? FIELD.filter(match.matches) : FIELD).map(({ runnerId }) => runnerId);
};

describe('[FD6] the address', () => {
  test('the address holds what is searched for, and nothing else', () => {
    const query: ResultsQuery = {
      text: 'jones 7',
      category: 'M-SNR',
      sex: 'M',
      club: 'Rhedwyr & Co',
    };
    const params = new URLSearchParams('tab=UB&lang=cy&find=old');
    writeQuery(params, query);
    expect(params.toString()).toBe(
      'tab=UB&lang=cy&find=jones+7&cat=M-SNR&sex=M&club=Rhedwyr+%26+Co',
    );
    expect(readQuery(`?${params.toString()}`, USUAL_COURSES)).toEqual(query);
    writeQuery(params, EMPTY_QUERY);
    expect(params.toString()).toBe('tab=UB&lang=cy');
  });

  test.each([
    'cat=M41',
    'sex=FM',
    `find=${'x'.repeat(101)}`,
    `club=${'x'.repeat(5_000)}`,
    'cat=%E0%A4%A',
  ])('an invalid address asks for nothing: %s', (search) =>
    expect(readQuery(`?${search}`, USUAL_COURSES)).toEqual(EMPTY_QUERY),
  );
});

describe('a filter', () => {
  test.each<[Partial<ResultsQuery>, string[]]>([
    [{ category: 'F40' }, ['ann', 'fay']],
    [{ sex: 'M' }, ['bob', 'cai', 'dai']],
    [{ club: 'SARN-HELEN' }, ['ann', 'cai']],
    [{ text: '7', sex: 'F' }, ['ann', 'eve', 'fay']],
  ])('%o lets through %o', (query, expected) => expect(find(query)).toEqual(expected));

  test('an empty query finds everybody', () => {
    expect(createMatch({ ...EMPTY_QUERY, text: '  ' }, USUAL_COURSES)).toBeUndefined();
    // A text makes no group in which there would be places.
    expect(createMatch({ ...EMPTY_QUERY, text: 'ann' }, USUAL_COURSES)?.group).toBeUndefined();
  });

  test('offers only values that some runner has, with how many each would leave', () => {
    const awaited = [build('gil', { ageGroup: 'M60', runClub: 'Eryri' })];
    const options = listFilterOptions(
      [...FIELD, ...awaited],
      { ...EMPTY_QUERY, sex: 'M' },
      USUAL_COURSES,
    );
    expect(options).toEqual({
      categories: [
        { value: 'M40', count: 2 },
        { value: 'M50', count: 1 },
        { value: 'M60', count: 1 },
      ],
      sexes: [
        { value: 'F', count: 3 },
        { value: 'M', count: 4 },
      ],
      clubs: [
        { value: 'Eryri', count: 2 },
        { value: 'sarn helen', count: 1 },
      ],
    });
  });

  test('a private runner is in no category, sex or club, and is found by bib alone', () => {
    expect(find({ sex: 'F' })).not.toContain('hid');
    expect(find({ text: '7hid' })).toEqual(['hid']);
    expect(find({ text: 'Prydderch' })).not.toContain('hid');
  });
});
