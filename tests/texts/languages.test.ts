import { expect, test } from 'vitest';

import { SERVER_TEXTS, findTexts } from '#server/web/page-request.ts';
import { chooseLanguage } from '#shared/texts/languages.ts';

test.each([
  [['cy-GB', 'en'], 'cy'],
  [['it', 'CY', 'en-GB'], 'cy'],
  [['en-US', 'cy'], 'en'],
  [[null, undefined, '', 'cym'], 'en'],
])('of the languages %j the first known one is %s, or else English', (wanted, code) =>
  expect(chooseLanguage(wanted)).toBe(code),
);

function codeFor(lang: string | undefined, acceptLanguage?: string): string {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  return findTexts({ headers }, new URLSearchParams(lang === undefined ? {} : { lang })).code;
}

test('the server answers in the language of the address, else in the browser’s first', () => {
  expect(codeFor('cy', 'en')).toBe('cy');
  expect(codeFor('xx', 'cy-GB,cy;q=0.9,en;q=0.8')).toBe('cy');
  expect(codeFor(undefined, 'en;q=0.5, cy;q=0.7')).toBe('cy');
  expect(codeFor(undefined, 'cy;q=0, en;q=0.1')).toBe('en');
  expect(codeFor(undefined)).toBe('en');
  expect(codeFor(undefined, `${'xx;q=,'.repeat(2_000)};;;=`)).toBe('en');
});

test('each language has all texts, none of them empty', () => {
  for (const { code, page } of Object.values(SERVER_TEXTS)) {
    const empty = listTexts(page).filter(([, text]) => text.trim() === '');
    expect({ code, empty }).toEqual({ code, empty: [] });
  }
});

/** Each text by its name; those that are functions with numbers for whatever they take. */
function listTexts(part: object, path = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const key = `${path}${name}`;
    if (typeof value === 'object' && value !== null) return listTexts(value, `${key}.`);
    return typeof value === 'string' ? [[key, value]] : [];
  });
}
