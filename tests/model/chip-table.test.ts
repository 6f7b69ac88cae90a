import { expect, test } from 'vitest';

import { parseChipTable } from '#shared/model/chip-table.ts';
import { parseBandOrChip } from '#shared/model/ids.ts';

test.each([
  ['0104', '104'],
  ['058001BC1A3B', '058001BC1A3B'],
  ['ly00213', 'LY00213'],
  ['04:a1:b2:c3', '04A1B2C3'],
  ['E2801160600002054C1D8F3A', 'E2801160600002054C1D8F3A'],
  // More digits than any wristband number has.
  ['9000000000000123', '9000000000000123'],
])('[SC1] %j is read as %s', (text, id) => expect(parseBandOrChip(text)).toBe(id));

test.each(['', 'A1', 'hello', 'runner1', '12:30:45', '2026-06-20', 'Siân 12', 'A'.repeat(65)])(
  '[SC1] %j is neither a wristband number nor a chip',
  (text) => expect(parseBandOrChip(text)).toBeUndefined(),
);

test('[SC1] a chip table: a header, comments, blank lines, a byte order mark and quotes', () => {
  const text = '\uFEFFchip,band\r\n# spare ones\r\n\r\n"LZ63021", 0104\r\n04-a1-b2;7\n';
  expect(parseChipTable(text)).toEqual({
    ok: true,
    value: new Map([
      ['LZ63021', '104'],
      ['04A1B2', '7'],
    ]),
  });
});

test.each([
  ['', 'it has no line code,band'],
  ['chip,band\n', 'it has no line code,band'],
  ['LZ63021,104\nNV46545\n', 'line 2 is "NV46545", but must be code,band'],
  ['LZ63021,104\nNV46545,B7\n', 'line 2 is "NV46545,B7"'],
  ['LZ63021,104\nNV 4+6,105\n', 'line 2 has "NV 4+6", which is not a chip code'],
  ['LZ63021,104,Siân\n', 'line 1 is "LZ63021,104,Siân"'],
  ['LZ63021,104\nlz-63021,105\n', 'line 2 gives chip LZ63021 to 105, an earlier one to 104'],
])('[SC1] the chip table %j is refused with the reason', (text, reason) => {
  const parsed = parseChipTable(text);
  expect(parsed.ok ? undefined : parsed.error.join('; ')).toContain(reason);
});

test('[SC1] only the first faults are listed, and too many chips are refused', () => {
  const bad = parseChipTable(Array.from({ length: 500 }, (_, i) => `LZ${i},x`).join('\n'));
  expect(bad.ok ? undefined : bad.error).toHaveLength(21);
  expect(bad.ok ? undefined : bad.error.at(-1)).toBe('and 480 more');
  const many = parseChipTable(Array.from({ length: 50_001 }, (_, i) => `LZ${i},1`).join('\n'));
  expect(many.ok ? undefined : many.error).toEqual([
    'it has 50001 chips, but at most 50000 are allowed',
  ]);
});
