import iconv from 'iconv-lite';
import { expect, test } from 'vitest';

import { BYTE_ENCODINGS, type ByteEncoding } from '#shared/wire/import-api.ts';

import { faultsOf, getGood, importMapped, importText } from './support.ts';

const table = (...names: readonly string[]): string =>
  `First,Last,Event\n${names.map((name) => `${name.replace(' ', ',')},PB\n`).join('')}`;

const WRITTEN: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Zoë O’Brien',
  'windows-1250': 'Jiří Dvořák',
  'iso-8859-15': 'Šárka Žáková',
  'iso-8859-14': 'Llŷr Gŵyl',
  macintosh: 'Anna Müller',
  'windows-1251': 'Юрій Шевченко',
  'windows-1253': 'Ελένη Παππά',
  'windows-1254': 'Ayşe Yıldız',
  'windows-1257': 'Rūta Kazlauskienė',
  'iso-8859-2': 'Łukasz Wójcik',
};

test.each(BYTE_ENCODINGS)('[IM44] text is read as %s if chosen', async (encoding) => {
  const bytes = iconv.encode(table(WRITTEN[encoding]), encoding);
  const { runners, encoding: reading } = getGood(await importMapped(bytes, { encoding }));
  expect(runners.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    WRITTEN[encoding],
  ]);
  expect(reading?.encoding).toBe(encoding);
});

test('[IM44] without a choice, bytes that are not UTF-8 are Windows-1252, with three of the names and a note', async () => {
  const names = ['Huw Rees', 'Jiří Dvořák', 'Anna Nováková', 'Petr Malý'];
  const bytes = iconv.encode(table(...names), 'windows-1250');
  const { notes, encoding } = getGood(await importText(bytes));
  expect(encoding).toEqual({ encoding: 'windows-1252', names: ['Jiøí', 'Dvoøák', 'Nováková'] });
  expect(notes).toContain(
    'The file is not UTF-8 and is read as windows-1252: check that accents came out right.',
  );
});

test('[IM44] the encoding and the names, cut after 200 characters, are given also with faults', async () => {
  const text = `First,Last,Event\n${'é'.repeat(50_000)},Rees,XX\n`;
  const outcome = await importText(iconv.encode(text, 'windows-1252'));
  expect(faultsOf(outcome)).toHaveLength(2);
  expect(outcome.encoding).toEqual({ encoding: 'windows-1252', names: ['é'.repeat(200)] });
});

test('[IM44] valid UTF-8 is read as such, whatever is chosen', async () => {
  const outcome = getGood(await importMapped(table('Siân Rees'), { encoding: 'windows-1250' }));
  expect([outcome.runners[0]?.firstName, outcome.encoding]).toEqual(['Siân', null]);
});

test('[IM44 IM21] an unknown encoding is refused', () => {
  expect(() => importMapped('x', { encoding: 'latin-9' as ByteEncoding })).toThrow(/mapping/);
});
