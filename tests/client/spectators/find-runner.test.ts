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
    "o'brien",
    'brienwojcik sian',
    'brien-woj',
    'sian 312 lodz',
  ])('%j matches name, bib and club, ignoring case, accents and spacing', (text) =>
    expect(finds(text)).toBe(true),
  );

  test.each(['sean', '12', 'sian 99'])('%j does not match', (text) =>
    expect(finds(text)).toBe(false),
  );

  test.each(['   ', '---'])('%j is no search', (text) => expect(parseSearch(text)).toBeUndefined());
});

test.each([
  ['Jürgen Øvergård', ['jurgen overgard', 'juergen', 'oevergaard']],
  ['Олена Щербакова', ['олена']],
  ['Ελένη Χατζή', ['ελενη']],
  ['Łukasz Ærø Þór Straße İstanbul', ['lukasz aero thor strasse istanbul']],
])('%s is found in plain letters', (lastName, texts) => {
  for (const text of texts) expect(parseSearch(text)?.({ ...runner, lastName })).toBe(true);
});
