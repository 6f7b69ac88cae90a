import { fileURLToPath } from 'node:url';

import { type Font, openSync } from 'fontkit';
import { expect, test } from 'vitest';

const PAGE = fileURLToPath(new URL('../../../client/ui/typeface/cyrillic.woff2', import.meta.url));
/** The published file, which has the international forms only for text in Russian. */
const PUBLISHED = fileURLToPath(
  import.meta
    .resolve('@fontsource/sofia-sans-semi-condensed/files/sofia-sans-semi-condensed-cyrillic-400-normal.woff'),
);

function open(path: string): Font {
  const font = openSync(path);
  if (!('layout' in font)) throw new Error(`${path} is a collection.`);
  return font;
}

function measure(font: Font, letter: string, language?: string): number {
  return font.layout(letter, [], undefined, language).advanceWidth;
}

test('Cyrillic letters have the international forms, whatever the language of the text', () => {
  const [page, published] = [open(PAGE), open(PUBLISHED)];
  const letters = published.characterSet.map((code) => String.fromCodePoint(code));
  const differing = letters.filter(
    (letter) => measure(published, letter) !== measure(published, letter, 'RUS '),
  );
  // The two forms of these letters differ in width.
  expect(differing).toEqual(expect.arrayContaining(Array.from('втдлшг')));
  for (const letter of letters.filter((each) => /\p{Script=Cyrillic}/u.test(each))) {
    expect([letter, measure(page, letter)]).toEqual([letter, measure(published, letter, 'RUS ')]);
  }
  expect(page.availableFeatures).not.toContain('locl');
});
