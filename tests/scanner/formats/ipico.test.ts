import { expect, test } from 'vitest';

import { IPICO } from '#server/scanner/formats/ipico.ts';

import { createReader } from './parse-format.ts';

const CHIPS = '058000123b32,104\n058001e9df91,106\n058000123b34,107';
const read = createReader(IPICO, { chips: CHIPS });
const FIRST = 'aa00058000123b3200012603071348503277';

test.each([
  // 0x32 is 50 hundredths, and the day is in winter.
  ['36 characters', FIRST, '104 2026-03-07T13:48:50.500Z'],
  ['LS', 'aa01058001e9df91000118101309234219eeLS', '106 2018-10-13T08:23:42.250Z'],
])('[SN27] ipico: %s', (_name, line, expected) => expect(read(line)).toEqual([expected]));

/** The long form of a read, with three bytes more before its checksum. */
const LONG = 'aa00058000123b3200012603081222022f060080';

function withSum(text: string): string {
  const sum = Buffer.from(text.slice(2)).reduce((total, byte) => total + byte, 0);
  return text + (sum % 256).toString(16).padStart(2, '0');
}

test('[SN27] ipico: joined lines are split, and anything between is bad', () => {
  const first = '104 2026-03-07T13:48:50.500Z';
  const long = '104 2026-03-08T12:22:02.470Z';
  expect(read(`${FIRST}${withSum(LONG)}${FIRST}`)).toEqual([first, long, first]);
  expect(read(`${FIRST}FS${withSum(LONG)}LS`)).toEqual([first, long]);
  expect(read(`aa0005${FIRST}x y${FIRST}zz`)).toEqual([
    'bad: "aa0005" is not a read, or not with its checksum',
    first,
    'bad: "x y" is not a read, or not with its checksum',
    first,
    'bad: "zz" is not a read, or not with its checksum',
  ]);
});

test('[SN27] ipico: no read without its checksum, of no date, or of a hundredth past 0x63', () => {
  expect(read(FIRST.replace('1348', '1349'))[0]).toMatch(/^bad: .*checksum/);
  expect(read(withSum('aa00058000123b32000126130713485032'))[0]).toMatch(/^bad: .*is not a read/);
  expect(read(withSum('aa00058000123b32000126023013485032'))).toEqual([
    'bad: "2026-02-30 13:48:50.50" is not a time',
  ]);
  expect(read(withSum('aa00058000123b32000126030713485064'))[0]).toMatch(/^bad: .*is not a read/);
});

test('[SN27] ipico: frames of control are skipped, other text is bad', () => {
  expect(read(`ab000a2c260306052004151b2782ae${FIRST}`)).toEqual(['104 2026-03-07T13:48:50.500Z']);
  expect(read('IPICO Elite v2')[0]).toMatch(/^bad: "IPICO Elite v2"/);
});

test('[SN25] ipico: a chip that no table knows is kept as it came', () =>
  expect(createReader(IPICO)(FIRST)).toEqual(['058000123B32 2026-03-07T13:48:50.500Z']));
