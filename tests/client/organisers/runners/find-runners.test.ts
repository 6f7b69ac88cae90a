import { describe, expect, test } from 'vitest';

import { describeUnopened, findRunners } from '#client/organisers/runners/find-runners.ts';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const runner = (
  runnerId: string,
  firstName: string,
  lastName: string,
  bibNumber = '',
  raceNumber = '',
) => buildAdminRunner({ runnerId, firstName, lastName, bibNumber, raceNumber });

const FIELD = [
  runner('huw', 'Tomos', 'Ap Huw', '131', '412'),
  runner('prees', 'Ann', 'Prees', '8'),
  runner('rees', 'Ben', 'Rees', '88', '8'),
  runner('obrien', 'Aoife', 'O’Brien', '45', '88'),
  runner('wojcik', 'Łukasz', 'Wójcik', 'W1', '501'),
  runner('number', 'Cai', 'Rhedwr12', '300'),
];

const find = (text: string, keptId?: string): string[] =>
  findRunners(FIELD, text, keptId).rows.map(({ runnerId }) => runnerId);
const best = (text: string): string | undefined => findRunners(FIELD, text).best?.runnerId;

describe('by surname', () => {
  test('a part of the surname is enough, ignoring capitals, accents and apostrophes', () => {
    expect(find('REES')).toEqual(['prees', 'rees']);
    expect(find("o'b")).toEqual(['obrien']);
    expect(find('wojc')).toEqual(['wojcik']);
    expect(find('Wójcik ')).toEqual(['wojcik']);
    expect(find('  ')).toHaveLength(FIELD.length);
  });

  test.each([
    ['O’Marrow', 'o marrow', "o'marrow", 'omarrow', 'O-Marrow'],
    ['Vaughan-Rees', 'vaughan rees', 'vaughanrees', 'vaughan-ré'],
    ['MacDonald', 'mac donald'],
  ])('finds %s written as one word or several', (lastName, ...texts) => {
    const field = [...FIELD, runner('it', 'Jim', lastName)];
    for (const text of texts) {
      expect(findRunners(field, text).rows).toEqual([field.at(-1)]);
      expect(findRunners(field, text).best?.runnerId).toBe('it');
      expect(findRunners(field, `jim ${text}`).rows).toEqual([field.at(-1)]);
    }
  });

  test('[SG18] Enter opens the whole surname, else the only one that fits; of several nobody', () => {
    expect([best('rees'), best('pre'), best('ójc')]).toEqual(['rees', 'prees', 'wojcik']);
    expect(best('ees')).toBeUndefined();
    expect(describeUnopened(findRunners(FIELD, 'ees'))).toBe(
      '2 runners match: press ↓ to choose one',
    );
    const twoOfAName = [...FIELD, runner('other', 'Cai', 'Rees')];
    expect(findRunners(twoOfAName, 'rees').best).toBeUndefined();
  });
});

test('by first name or both names only if no surname matches', () => {
  expect(find('aoife')).toEqual(['obrien']);
  expect(findRunners(FIELD, 'aoife').by).toBe('name');
  expect(find('lukasz woj')).toEqual(['wojcik']);
  expect(find('ann rees')).toEqual([]);
});

describe('by number', () => {
  test('the exact bib first, then bibs that begin so, then surnames, then bands', () => {
    expect(find('8')).toEqual(['prees', 'rees']);
    expect(find('88')).toEqual(['rees', 'obrien']);
    expect(find('rhedwr1')).toEqual(['number']);
  });

  test.each([
    ['the exact bib before the band of another runner', '88', 'rees', 'bib'],
    ['the exact band if nobody has the bib', '0412', 'huw', 'band'],
    ['the exact band before bibs that begin so', '501', 'wojcik', 'band'],
    ['nobody by a part of one bib', '13', undefined, undefined],
    ['the only one with the number in the name', 'rhedwr1', 'number', undefined],
  ])('[SG18] Enter opens %s', (_, text, runnerId, by) => {
    const field = [...FIELD, runner('long', 'Non', 'Hir', '5012')];
    const found = findRunners(field, text);
    expect([found.best?.runnerId, found.bestBy]).toEqual([runnerId, by]);
  });

  test('[SG18] Enter opens neither of two runners with the same bib', () => {
    const two = [...FIELD, runner('twin', 'Nia', 'Ail', '88')];
    const found = findRunners(two, '88');
    expect(found.best).toBeUndefined();
    expect(describeUnopened(found)).toBe('3 runners match: press ↓ to choose one');
  });
});

test('the runner whose form is open stays in place during any search', () => {
  expect(find('rees', 'huw')).toEqual(['huw', 'prees', 'rees']);
  expect(find('131', 'rees')).toEqual(['huw', 'rees']);
  expect(find('nobody', 'rees')).toEqual(['rees']);
});
