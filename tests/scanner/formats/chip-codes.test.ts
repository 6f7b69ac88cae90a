import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ChipCodes, loadChipCodes } from '#server/scanner/formats/chip-codes.ts';
import { CSV, NDJSON } from '#server/scanner/formats/csv.ts';
import { parseChipTable } from '#shared/model/chip-table.ts';
import { PLAIN_LINE } from '#server/scanner/formats/formats.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createReader } from './parse-format.ts';

test.each([
  ['LZ63021,104', ' lz63021 ', '104'],
  ['04:a1:b2:c3,0104', '04A1B2C3', '104'],
  // Any other code is kept unchanged.
  ['0004A12\t104', '4A12', '4A12'],
  ['000041,104', '41', '104'],
  // A file with letters alone does not affect numbers; one with numbers decides on all of them.
  ['LZ63021,104', '105', '105'],
  ['41,104', '7', 'CHIP07'],
  ['41,104', 'LZ63021', 'LZ63021'],
  ['41,104', 'hello', undefined],
])('[SN25] chip file %j: the code %j is read as %s', (file, code, band) => {
  const parsed = parseChipTable(file);
  expect(parsed.ok && new ChipCodes(parsed.value).find(code)).toBe(band);
});

test('[SN25] a chip file that cannot be read is named', async () => {
  const path = join(createTempFolder(), 'chips.csv');
  await expect(loadChipCodes(path)).rejects.toThrow(
    `${path} cannot be read: there is no such file.`,
  );
  writeFileSync(path, 'LZ63021,104\n');
  expect((await loadChipCodes(path)).find('LZ63021')).toBe('104');
});

test('[SN25] the plain formats know chips too, but the journal has wristbands already', () => {
  const options = { chips: '41,104' };
  expect(createReader(PLAIN_LINE, options)('41')).toEqual(['104 now']);
  const csv = createReader(CSV, options);
  expect([...csv('tag'), ...csv('0041'), ...csv('104')]).toEqual(['104 now', 'CHIP104 now']);
  const ndjson = createReader(NDJSON, options);
  expect(ndjson('{"tag":"41"}')).toEqual(['104 now']);
  expect(ndjson('{"journal":1}')).toEqual([]);
  expect(ndjson('{"band":"41"}')).toEqual(['41 now']);
});
