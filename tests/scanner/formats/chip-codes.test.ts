import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ChipCodes, loadChipCodes, parseChipCodes } from '#server/scanner/formats/chip-codes.ts';
import { CSV } from '#server/scanner/formats/csv.ts';
import { NDJSON } from '#server/scanner/formats/ndjson.ts';
import { PLAIN_LINE } from '#server/scanner/formats/formats.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createReader } from './parse-format.ts';

test.each([
  ['LZ63021,104', 'LZ63021', '104'],
  ['LZ63021,104', ' lz63021 ', '104'],
  ['04:a1:b2:c3,0104', '04A1B2C3', '104'],
  ['04A1B2C3;104', '04-a1-b2-c3', '104'],
  // Zeros in front count in a code that is no number, and in a number not.
  ['0004A1\t104', '4A1', undefined],
  ['000041,104', '41', '104'],
  // A file of letters leaves numbers as they are; one with numbers speaks for all of them.
  ['LZ63021,104', '105', '105'],
  ['41,104', '105', undefined],
  ['41,104', 'LZ63021', undefined],
])('[SN25] chip file %j: the code %j is wristband %s', (file, code, band) =>
  expect(parseChipCodes(file).find(code)).toBe(band),
);

test('[SN25] chip file: a header, comments, blank lines, a byte order mark and quotes', () => {
  const chips = parseChipCodes('\uFEFFchip,band\r\n# spare ones\r\n\r\n"LZ63021", 104\r\n');
  expect(chips.find('LZ63021')).toBe('104');
});

test.each([
  ['', 'it has no line code,band'],
  ['chip,band\n', 'it has no line code,band'],
  ['LZ63021,104\nNV46545\n', 'line 2 is "NV46545", but must be code,band'],
  ['LZ63021,104\nNV46545,B7\n', 'line 2 is "NV46545,B7"'],
  ['LZ63021,104\nNV 4+6,105\n', 'line 2 is "NV 4+6,105"'],
  ['LZ63021,104,Siân\n', 'line 1 is "LZ63021,104,Siân"'],
  ['LZ63021,104\nlz-63021,105\n', 'line 2 gives chip LZ63021 to 105, an earlier one to 104'],
  ['"LZ63021,104', 'it is no CSV'],
])('[SN25] chip file %j is refused and says why', (file, reason) =>
  expect(() => parseChipCodes(file)).toThrow(reason),
);

test('[SN25] a chip file that cannot be read is named', async () => {
  const path = join(createTempFolder(), 'chips.csv');
  await expect(loadChipCodes(path)).rejects.toThrow(`--chips ${path}: there is no such file.`);
  writeFileSync(path, 'LZ63021,104\n');
  expect((await loadChipCodes(path)).find('LZ63021')).toBe('104');
});

test('[SN25] the plain formats know chips too, but the journal has wristbands already', () => {
  const options = { chips: '41,104' };
  expect(createReader(PLAIN_LINE, options)('41')).toEqual(['104 now']);
  const csv = createReader(CSV, options);
  expect([...csv('tag'), ...csv('0041'), ...csv('104')]).toEqual([
    '104 now',
    'bad: "104" is not in the chip file',
  ]);
  const ndjson = createReader(NDJSON, options);
  expect(ndjson('{"tag":"41"}')).toEqual(['104 now']);
  expect(ndjson('{"journal":1}')).toEqual([]);
  expect(ndjson('{"band":"41"}')).toEqual(['41 now']);
});

test('[SN25] codes without a wristband are counted by their name, a thousand of them at most', () => {
  const chips = new ChipCodes();
  expect(chips.describeUnknown()).toBeUndefined();
  for (const code of ['E280', 'lz63021', 'LZ63021', 'hello', 'x']) chips.refuse(code);
  expect(chips.describeUnknown()).toMatch(/not taken in: LZ63021 \(2\), E280 \(1\)\. Name them/);
  for (let i = 0; i < 3_000; i += 1) chips.refuse(`A${10_000 + i}`);
  chips.refuse('LZ63021');
  expect(chips.describeUnknown()).toMatch(/: LZ63021 \(3\), .* and 980 more\. /);
});
