import { describe, expect, test } from 'vitest';

import { readMarked } from '#server/features/import/decode-text.ts';
import { previewImport } from '#server/features/import/import-runners.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { BYTE_ENCODINGS, type ByteEncoding } from '#shared/wire/import-mapping.ts';

import { faultsOf, getGood, importMapped, importText, previewText } from './support.ts';

function encode(text: string, encoding: ByteEncoding): Uint8Array {
  const bytes = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    const char = readMarked(String.fromCharCode(0xe000 + byte), encoding);
    bytes.set(char, byte);
  }
  return Uint8Array.from(text, (char) => {
    const byte = char < '\u0080' ? char.charCodeAt(0) : bytes.get(char);
    if (byte === undefined) throw new Error(`${encoding} has no ${char}`);
    return byte;
  });
}

const table = (...names: readonly string[]): string =>
  `First,Last,Event\n${names.map((name) => `${name.replace(' ', ',')},PB\n`).join('')}`;

async function readNames(bytes: Uint8Array): Promise<readonly string[]> {
  const { runners } = getGood(await importText(bytes));
  return runners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}

describe('the names tell in what a file is written', () => {
  test.for<readonly [ByteEncoding, readonly string[]]>([
    ['windows-1252', ['Siân Prydderch', 'Zoë O’Brien', 'Huw Rees']],
    ['windows-1252', ['Hélène Lefèvre', 'Benoît Brûlé', 'Anaïs Rees']],
    ['windows-1252', ['Bjørn Ångström', 'Åse Færø']],
    ['windows-1252', ['José Muñoz', 'Iñaki Rees', 'Begoña Ibáñez']],
    ['windows-1250', ['Łukasz Wójcik', 'Małgorzata Żak', 'Jan Dąbrowski']],
    ['windows-1250', ['Łukasz Wójcik', 'Jiří Dvořák', 'Siân Rees']],
    ['windows-1250', ['Erdős Gyűjtő']],
    ['iso-8859-15', ['Šárka Žák'].map((name) => name.replaceAll('á', 'a'))],
    ['iso-8859-14', ['Llŷr Huws', 'Siân Gŵyl']],
    ['macintosh', ['Siân Prydderch', 'Zoë Brontë', 'Hélène Rees']],
    ['windows-1251', ['Оксана Коваленко', 'Юрій Шевченко']],
  ])('[IM44] %s: %j', async ([encoding, names]) => {
    expect(await readNames(encode(table(...names), encoding))).toEqual(names);
  });

  test('[IM44] that makes no names in any is read as Windows-1252, as ever, and noted', async () => {
    const { notes, runners } = getGood(await importText(encode(table('A© R§s'), 'windows-1252')));
    expect(runners[0]).toMatchObject({ firstName: 'A©', lastName: 'R§s' });
    expect(notes).toContain(
      'The file is read as Windows-1252, not UTF-8: look whether accents came out right.',
    );
  });

  test('[IM44] letters beyond names and clubs, such as a price, tell nothing', async () => {
    const bytes = encode('First,Last,Event,Fee\nSiân,Rees,PB,12€\n', 'windows-1252');
    expect(await readNames(bytes)).toEqual(['Siân Rees']);
  });
});

describe('several readings that make names', () => {
  const bytes = encode(table('Huw Rees', 'Jiří Dvořák', 'Anna Nováková'), 'windows-1250');
  const OPEN =
    'The file does not tell how its letters are written, and names come out differently: ' +
    '"Jiøí" in Windows-1252, "Jiří" in Windows-1250. Say which it is, or save the file as “CSV UTF-8”.';

  test('[IM44] are a fault of a preview, with the names that differ under each', async () => {
    const outcome = await previewText(bytes);
    expect(faultsOf(outcome)).toEqual([`1: ${OPEN}`]);
    const preview = previewImport(outcome, { runners: 0, scans: 0 }, 0, USUAL_COURSES);
    expect(preview.encodings).toEqual([
      { encoding: 'windows-1252', names: ['Jiøí', 'Dvoøák'], isUsed: false },
      { encoding: 'windows-1250', names: ['Jiří', 'Dvořák'], isUsed: false },
    ]);
  });

  test('[IM44] are Windows-1252 where nobody can be asked, with a note of the others', async () => {
    const { runners, notes } = getGood(await importText(bytes));
    expect(runners.map(({ lastName }) => lastName)).toEqual(['Rees', 'Dvoøák', 'Nováková']);
    expect(notes).toContain(OPEN);
  });

  test('[IM44] without Windows-1252 are a fault for everybody', async () => {
    const mac = encode(table('Anna Müller'), 'macintosh');
    expect(faultsOf(await importText(mac))).toEqual([
      expect.stringContaining('"Mźller" in Windows-1250, "Müller" in Mac Roman') as string,
    ]);
  });

  test('[IM44] are read as is said, and the others stay to be chosen', async () => {
    const { runners, encodings } = getGood(await importMapped(bytes, { encoding: 'windows-1250' }));
    expect(runners.map(({ lastName }) => lastName)).toEqual(['Rees', 'Dvořák', 'Nováková']);
    expect(encodings.map(({ encoding, isUsed }) => [encoding, isUsed])).toEqual([
      ['windows-1252', false],
      ['windows-1250', true],
    ]);
  });

  test('[IM44] are read as is said, also where another encoding reads them the same', async () => {
    const french = encode(table('Hélène Rees'), 'windows-1252');
    for (const encoding of ['iso-8859-15', 'iso-8859-14'] as const) {
      const { runners } = getGood(await importMapped(french, { encoding }));
      expect(runners[0]?.firstName).toBe('Hélène');
    }
  });

  test('[IM44] that one was taken of can be read in another way', async () => {
    const french = encode(table('Hélène Lefèvre', 'Benoît Brûlé', 'Maïlys Rees'), 'windows-1252');
    const { encodings } = getGood(await importText(french));
    expect(encodings.find(({ isUsed }) => isUsed)?.encoding).toBe('windows-1252');
    expect(encodings.length).toBeGreaterThan(1);
    const { runners } = getGood(await importMapped(french, { encoding: 'windows-1250' }));
    expect(runners[0]?.firstName).toBe('Hélčne');
  });
});

test('[IM44] a file that is UTF-8 by its bytes is read so, whatever is said, with a note', async () => {
  const { runners, notes, encodings } = getGood(
    await importMapped(table('Siân Rees'), { encoding: 'windows-1250' }),
  );
  expect(runners[0]?.firstName).toBe('Siân');
  expect(notes).toContain('The file is UTF-8 and was read so, not as Windows-1250.');
  expect(encodings).toEqual([]);
});

test('[IM44 IM23] an encoding that there is not is refused with those there are', () => {
  expect(() => importMapped('x', { encoding: 'latin-9' as ByteEncoding })).toThrow(
    `The mapping reads the letters as "latin-9": it takes ${BYTE_ENCODINGS.join(', ')}.`,
  );
});
