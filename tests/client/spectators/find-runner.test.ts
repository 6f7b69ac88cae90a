import { describe, expect, test } from 'vitest';

import { parseSearch } from '#client/spectators/find-runner.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const runner = buildResult({
  firstName: 'Siân',
  lastName: 'O’Brien-Wójcik',
  bibNumber: '312',
  runClub: 'Łódź Føroyar AC',
});
const finds = (text: string): boolean => parseSearch(text)?.(runner) ?? true;

describe('the find box', () => {
  test.each([
    'sian',
    'Sian'.normalize('NFD'),
    'o’brien',
    "o'brien",
    'brienwojcik sian',
    'brien-woj',
    'lodz',
    'foroyar',
    '312',
    'sian 312 lodz',
  ])('%j finds by name, bib and club, ignoring case, accents and spacing', (text) =>
    expect(finds(text)).toBe(true),
  );

  test.each(['sean', '12', 'sian 99'])('%j does not', (text) => expect(finds(text)).toBe(false));

  test.each(['   ', '---'])('%j asks for nothing', (text) =>
    expect(parseSearch(text)).toBeUndefined(),
  );

  test('a changed row is read again', () => {
    const search = parseSearch('caerdydd');
    expect(search?.(runner)).toBe(false);
    expect(search?.({ ...runner, runClub: 'Caerdydd' })).toBe(true);
  });
});

test.each([
  ['Jürgen Øvergård', ['jurgen overgard', 'juergen', 'oevergaard']],
  ['Олена Щербакова', ['олена', 'olena', 'shcherbakova']],
  ['Ελένη Χατζή', ['ελενη', 'eleni chatzi']],
  ['Łukasz Ærø Þór Straße İstanbul', ['lukasz aero thor strasse istanbul']],
])('%s is found as it is typed without its letters', (lastName, texts) => {
  for (const text of texts) expect(parseSearch(text)?.({ ...runner, lastName })).toBe(true);
});
