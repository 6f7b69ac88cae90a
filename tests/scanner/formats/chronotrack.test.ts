import { expect, test } from 'vitest';

import { CHRONOTRACK } from '#server/scanner/formats/chronotrack.ts';

import { at } from '../test-clock.ts';
import { createParser } from '#server/scanner/formats/formats.ts';
import { createParts } from './parse-format.ts';

const parser = createParser(CHRONOTRACK, createParts());

test.each([
  ['12 fields', 'TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~P~192', '9511', '07:24:28.640'],
  ['11 fields', 'TO~1~99995~160~1~1620459054.85~10E747~8~-59~1~P', '99995', '07:30:54.850'],
  ['a padded tag', 'TO~12~009573~160~18~1620458668.64~12000C~8~-63~1~P~1', '9573', '07:24:28.640'],
  ['no fraction', 'TO~1~9511~160~18~1620458668~12000C~8~-63~1~P~192', '9511', '07:24:28.000'],
  ['blanks around', ' TO~1~9511~160~18~1620458668.6~12000C~8~-63~1~P~192 ', '9511', '07:24:28.600'],
])('[SN8] chronotrack: %s', (_name, text, bandId, londonMinusOne) => {
  // The box writes its wall clock as if it were UTC: 07:24:28 means 07:24:28 in London.
  const timeMs = at(`2021-05-08T${londonMinusOne}+01:00`);
  expect(parser.parse(text)).toEqual({ kind: 'read', read: { bandId, timeMs, points: undefined } });
});

test.each([
  ['CT01_34~1~start~9511~07:24:28.64~1~DF239A~0', 'begins with "CT01_34", not with TO~'],
  ['9511', 'begins with "9511", not with TO~'],
  ['TO~1~9511~160~18~1620458668.64', '6 fields, where a read has 11 or 12'],
  ['TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~P~192~7', '13 fields'],
  ['TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~G~192', 'is of kind "G", not P'],
  ['TO~1~~160~18~1620458668.64~12000C~8~-63~1~P~192', '"" is not a wristband'],
  ['TO~1~9511~160~18~07:24:28.64~12000C~8~-63~1~P~192', '"07:24:28.64" is not a time in epoch'],
  ['TO~1~9511~160~18~1620458668640~12000C~8~-63~1~P~192', '"1620458668640" is not a time in epoch'],
  ['TO~1~9511~160~18~0.00~12000C~8~-63~1~P~192', '"0.00" is not a time in epoch'],
])('[SN8] chronotrack: %s is bad and says why', (text, reason) =>
  expect(parser.parse(text)).toEqual({ kind: 'bad', reason: expect.stringContaining(reason) }),
);
