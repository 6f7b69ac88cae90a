import { expect, test } from 'vitest';

import { cy } from '#shared/texts/cy.ts';
import { de } from '#shared/texts/de.ts';
import { en } from '#shared/texts/en.ts';
import { es } from '#shared/texts/es.ts';
import { fr } from '#shared/texts/fr.ts';

const SATURDAY_MS = Date.UTC(2026, 5, 20, 8, 5, 7);

test.each([
  ['English', en, '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th'],
  [
    'Welsh',
    cy,
    '1af 2il 3ydd 4ydd 5ed 6ed 7fed 10fed 11eg 12fed 13eg 14eg 15fed 16eg 18fed 19eg 20fed ' +
      '21ain 39ain 40fed 41ain 60fed 99ain 100fed 101af 111eg 200fed',
  ],
])('an ordinal in %s has the ending of the spoken number', (_, { common }, said) => {
  const places = said.split(' ').map((text) => Number.parseInt(text, 10));
  expect(places.map((place) => common.ordinal(place)).join(' ')).toBe(said);
});

test('a first woman has her own ordinal in some languages', () => {
  const firsts = [en, fr, es].map(({ common }) => [common.ordinal(1, 'M'), common.ordinal(1, 'F')]);
  expect(firsts).toEqual([
    ['1st', '1st'],
    ['1er', '1re'],
    ['1.º', '1.ª'],
  ]);
});

test('distances are kilometres without superfluous digits, with the comma of the language', () => {
  const write = [en, cy, de].flatMap(({ common }) =>
    [0, 42_195, 8_000].map((metres) => common.kilometres(metres).replace(/\s/, ' ')),
  );
  const point = ['0 km', '42.2 km', '8 km'];
  expect(write).toEqual([...point, ...point, '0 km', '42,2 km', '8 km']);
});

test('a number has the noun of its language after it', () => {
  const write = [en, cy].map(({ common }) =>
    [0, 1, 2, 3].map((count) => common.runners(count)).join(', '),
  );
  expect(write).toEqual([
    '0 runners, 1 runner, 2 runners, 3 runners',
    '0 rhedwr, 1 rhedwr, 2 redwr, 3 rhedwr',
  ]);
});

test.each([
  [0, '0 s', '0 eiliad'],
  [19_999, '10 s', '10 eiliad'],
  [3_599_999, '59 min', '59 mun'],
  [7_500_000, '2 h 5 min', '2 awr 5 mun'],
  [86_400_000, '1 d', '1 d'],
  [1_855_680_000, '21 d 11 h', '21 d 11 awr'],
])('[SR18] %i ms are %s and %s', (ageMs, english, welsh) => {
  expect([en.common.age(ageMs), cy.common.age(ageMs)]).toEqual([english, welsh]);
  expect([en.common.ago(ageMs), cy.common.ago(ageMs)]).toEqual([
    `${english} ago`,
    `${welsh} yn ôl`,
  ]);
});

test('days and times are written as in the language, on the wall clock of the race', () => {
  const zone = 'Europe/London';
  expect(en.common.dates.day(SATURDAY_MS, zone)).toBe('Sat 20 Jun');
  expect(cy.common.dates.day(SATURDAY_MS, zone)).toBe('Sad 20 Meh');
  expect(en.common.dates.clock(SATURDAY_MS, zone)).toBe('09:05');
  expect(cy.common.dates.clock(SATURDAY_MS, 'America/New_York')).toBe('04:05');
  expect(en.common.dates.moment(SATURDAY_MS, zone)).toBe('Saturday, 20 June 2026 at 09:05:07');
  expect(cy.common.dates.moment(SATURDAY_MS, zone)).toBe(
    'dydd Sadwrn, 20 Mehefin 2026 am 09:05:07',
  );
});
