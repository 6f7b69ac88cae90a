import { expect, test } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';

import { createParts } from './parse-format.ts';

/** The band of each line, or the kind of its result. */
function parseLines(...lines: readonly string[]): string[] {
  const parser = createParser(undefined, createParts());
  return lines.map((line) => {
    const result = parser.parse(line);
    return result.kind === 'read' ? result.read.bandId : result.kind;
  });
}

const CHRONOTRACK = 'TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~P~192';

const PASSING = '{"ID":7,"Passing":{"Transponder":"104","UTCTime":"2026-06-20T10:32:05.12Z"}}';

test.each([
  ['plain lines', ['# note', '104', '105,11:32:05', '{"band":1}'], ['skip', '104', '105', 'bad']],
  ['chronotrack', ['', CHRONOTRACK, '104'], ['skip', '9511', 'bad']],
  ['ndjson', ['{"band":"104"}', '104'], ['104', 'bad']],
  ['csv', ['Time;Chip', '11:32:05;104'], ['skip', '104']],
  ['chronotrack after rubbish', ['~~~', 'hello', CHRONOTRACK], ['bad', 'bad', '9511']],
  ['ndjson after half a line', ['nd":"103"}', '{"band":"104"}'], ['bad', '104']],
  ['raceresult', [PASSING], ['104']],
  ['a plain line decides', ['104', CHRONOTRACK], ['104', 'bad']],
])('[SN9] without --format: %s', (_name, lines, expected) =>
  expect(parseLines(...lines)).toEqual(expected),
);

const PASSINGS = ['#P;12;104;2026-06-20;11:32:05.120', '#104,11:32:05', '# 1\t104', '#P~1~9511'];

// Frames of MYLAPS are no lines; RACE RESULT decoders do write `#P;` before passings they push.
const LINE_FORMATS = FORMATS.filter(({ name }) => name !== 'mylaps');

test.each([undefined, ...LINE_FORMATS])(
  '[SN4] $name: a # line with numbers between separators is bad, since a decoder may write its reads so',
  (format) => {
    const parser = createParser(format, createParts());
    const isPushed = format === undefined || format.name === 'raceresult';
    for (const line of isPushed ? PASSINGS.slice(1) : PASSINGS) {
      expect(parser.parse(line)).toEqual({ kind: 'bad', reason: expect.stringContaining('#') });
    }
    for (const line of ['# mat 1', '#', '# hill, by the gate']) {
      expect(parser.parse(line)).toEqual({ kind: 'skip' });
    }
  },
);
