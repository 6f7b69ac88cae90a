import { expect, test } from 'vitest';

import { PLAIN_LINE, createParser } from '#server/scanner/formats/formats.ts';

import { at, createTestClock } from '../test-clock.ts';
import { createParts } from './parse-format.ts';

const parser = createParser(PLAIN_LINE, createParts());
const time = at('2026-06-20T10:32:05.120Z');

test.each([
  ['a band alone', '104', '104', undefined, undefined],
  ['leading zeros', '0104', '104', undefined, undefined],
  ['12 digits', '123456789012', '123456789012', undefined, undefined],
  ['blanks around', '  104 , 11:32:05.12 , finish ', '104', time, ['finish']],
  ['commas', '104,11:32:05.12,finish', '104', time, ['finish']],
  ['a decimal comma between semicolons', '104;11:32:05,12;finish', '104', time, ['finish']],
  ['a decimal comma between commas', '104,11:32:05,12,finish', '104', time, ['finish']],
  ['no time', '104,,cp1', '104', undefined, ['cp1']],
  ['separators at the end', '104,11:32:05.12,,', '104', time, undefined],
  ['two points', '104,11:32:05.12,start,finish', '104', time, ['start', 'finish']],
  ['two points between tabs', '104\t11:32:05.12\tfinish,start', '104', time, ['start', 'finish']],
  ['a point in capitals', '104,,KOM1-End', '104', undefined, ['kom1-end']],
])('[SN6] line: %s', (_name, text, bandId, timeMs, points) =>
  expect(parser.parse(text)).toEqual({ kind: 'read', read: { bandId, timeMs, points } }),
);

test.each(['', '   ', '\t', '# a note', '# lap 2', '#Band;Time'])(
  '[SN6] line: %j is skipped',
  (text) => expect(parser.parse(text)).toEqual({ kind: 'skip' }),
);

test.each([
  ['no number', 'abc', '"abc" is not a wristband number'],
  ['a sign', '-104', '"-104" is not a wristband number'],
  ['other digits', '١٠٤', 'is not a wristband number'],
  ['NUL', '10\u00004', String.raw`"10\u00004" is not a wristband number`],
  ['no band', ',11:32:05', 'no wristband number'],
  ['no time', '104,finish', '"finish" is not a time'],
  ['no point', '104,11:32:05,Go al', '"Go al" is not a point'],
  ['a terminal escape', '\u001B[2J', String.raw`"\u001b[2J" is not a wristband number`],
  ['a turn of the text', '\u202E401', String.raw`"\u202e401" is not a wristband number`],
  ['a terminal escape of one byte', '\u009B31m', String.raw`"\u009b31m" is not a wristband number`],
  ['a long text', 'x'.repeat(2_000), `"${'x'.repeat(40)}…" is not a wristband number`],
])('[SN6] line: a bad line with %s says why', (_name, text, reason) =>
  expect(parser.parse(text)).toEqual({ kind: 'bad', reason: expect.stringContaining(reason) }),
);

test('[SN41] with --elapsed every time counts from the start', () => {
  const elapsed = createParser(
    PLAIN_LINE,
    createParts({ clock: createTestClock({ isElapsed: true }) }),
  );
  const times = ['104,0:17:53', '104,17:58', '104,00:18:02.5', '104,1:00:00'].map((line) => {
    const result = elapsed.parse(line);
    return result.kind === 'read' && new Date(result.read.timeMs ?? 0).toISOString().slice(11, 23);
  });
  expect(times).toEqual(['08:17:53.000', '08:17:58.000', '08:18:02.500', '09:00:00.000']);
});
