import { describe, expect, test } from 'vitest';

import { findRunners } from '#client/organisers/runners/find-runners.ts';

import { buildAdminRunner } from './support/build-admin-runner.ts';

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
  test('[SG2] a part of it, whatever capitals, accents and apostrophes', () => {
    expect(find('REES')).toEqual(['prees', 'rees']);
    expect(find('obri')).toEqual(['obrien']);
    expect(find("o'b")).toEqual(['obrien']);
    expect(find('wojc')).toEqual(['wojcik']);
    expect(find('Wójcik ')).toEqual(['wojcik']);
    expect(find('  ')).toHaveLength(FIELD.length);
  });

  test('Enter means who begins so, before who merely has it in the middle', () => {
    expect(best('rees')).toBe('rees');
    expect(best('ees')).toBe('prees');
    expect(best('')).toBeUndefined();
    expect(best('nobody')).toBeUndefined();
  });
});

test('by first name, or both names, only where no surname has it', () => {
  expect(find('aoife')).toEqual(['obrien']);
  expect(findRunners(FIELD, 'aoife').by).toBe('name');
  expect(find('lukasz woj')).toEqual(['wojcik']);
  expect(find('huw')).toEqual(['huw']);
  expect(find('ann rees')).toEqual([]);
});

describe('by number', () => {
  test('the very bib first, then those that begin so, then surnames, then bands', () => {
    expect(find('8')).toEqual(['prees', 'rees']);
    expect(find('88')).toEqual(['rees', 'obrien']);
    expect(find('w1')).toEqual(['wojcik']);
    expect(find('rhedwr1')).toEqual(['number']);
    expect(best('88')).toBe('rees');
  });

  test('a band that is read into the filter shows its holder, and Enter opens nobody', () => {
    expect(find('0412')).toEqual(['huw']);
    expect(best('0412')).toBeUndefined();
  });
});

test('whose form is open stays in place whatever is looked for', () => {
  expect(find('rees', 'huw')).toEqual(['huw', 'prees', 'rees']);
  expect(find('131', 'rees')).toEqual(['huw', 'rees']);
  expect(find('nobody', 'rees')).toEqual(['rees']);
});

test('a search over 32,000 runners finds the one', () => {
  const many = Array.from({ length: 32_000 }, (_, index) =>
    runner(`m${index}`, 'Siân', `Prydderch-${index.toString(36)}`, String(index)),
  );

  expect(findRunners(many, '31999').best?.runnerId).toBe('m31999');
});
