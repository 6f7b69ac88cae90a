import { expect, test } from 'vitest';

import { CSV } from '#server/scanner/formats/csv.ts';
import type { LineResult } from '#server/scanner/formats/line-format.ts';

import { at } from '../test-clock.ts';
import { createParser } from '#server/scanner/formats/formats.ts';
import { createParts } from './parse-format.ts';

const time = at('2026-06-20T10:32:05.120Z');

/** The results of a file's lines, headers included. */
function parseLines(...lines: readonly string[]): LineResult[] {
  const parser = createParser(CSV, createParts());
  return lines.map((line) => parser.parse(line));
}

function read(bandId: string, timeMs?: number, points?: readonly string[]): object {
  return { kind: 'read', read: { bandId, timeMs, points } };
}

test.each([
  ['tag,time,point', '0104,11:32:05.12,finish'],
  ['Chip;TimeStamp;Location', '104;11:32:05,12;finish'],
  ['bandID,Time of Day,Checkpoint', '104,11:32:05.12,Finish'],
  [' "Wristband No." , "Read Time" , "Timing Point" ', ' "104" , "11:32:05.12" , "finish" '],
  ['place,name,point,time,band', '1,"Siân, O’Brien",finish,1781951525.12,104'],
  ['#,band,time,point', '1,104,11:32:05.12,finish'],
  ['Band,Date,Time,Point', '104,2026-06-20,11:32:05.12,finish'],
  ['band,time,point', '104,11:32:05.12,finish,,'],
])('[SN6] csv: columns are found by loose names: %s', (header, row) =>
  expect(parseLines(header, row)).toEqual([{ kind: 'skip' }, read('104', time, ['finish'])]),
);

test('[SN6] csv: a time or a point is not needed', () => {
  expect(parseLines('band', '104', '')).toEqual([{ kind: 'skip' }, read('104'), { kind: 'skip' }]);
  expect(parseLines('time,band', ',104')[1]).toEqual(read('104'));
});

test('[SN6] csv: two points are in quotation marks', () => {
  expect(parseLines('band,time,point', '104,11:32:05.12,"finish,start"')[1]).toEqual(
    read('104', time, ['start', 'finish']),
  );
});

test('[SN6] csv: of several columns that could be the band, the band is taken before the chip', () =>
  expect(parseLines('Chip,Band', 'A7,104')[1]).toEqual(read('104')));

test('[SN6] csv: a time of day with a date column is of that day', () => {
  expect(parseLines('band,date,time', '104,2026-06-21,9:00:00.5')[1]).toEqual(
    read('104', at('2026-06-21T08:00:00.500Z')),
  );
  const rows = ['104,21.06.2026,09:00:00', '104,6/21/2026,9:00:00 AM'];
  expect(parseLines('band,date,time', ...rows).slice(1)).toEqual(
    rows.map(() => read('104', at('2026-06-21T08:00:00Z'))),
  );
});

test('[SN41] a column of elapsed times counts from the start', () => {
  const rows = ['104,0:17:53', '104,17:53', '104,00:17:53.5', '104,soon', '104,1:75:00'];
  const timed = parseLines('Band,Race Time', ...rows);
  expect(timed.slice(1, 3)).toEqual([1, 2].map(() => read('104', at('2026-06-20T08:17:53Z'))));
  expect(timed[3]).toEqual(read('104', at('2026-06-20T08:17:53.500Z')));
  expect(timed.slice(4)).toEqual([
    { kind: 'bad', reason: '"soon" is not a time since the start' },
    { kind: 'bad', reason: '"1:75:00" is not a time since the start' },
  ]);
});

test('[SN6] csv: a date without a time is no read of now', () => {
  expect(parseLines('band,date,time', '104,2026-06-21,')[1]).toEqual({
    kind: 'bad',
    reason: '"2026-06-21" is not a time',
  });
  expect(parseLines('band,date', '104,2026-06-20 11:32:05.12')[1]).toEqual(read('104', time));
});

test('[SN6] csv: a header that comes again, with other columns even, is a header', () => {
  expect(parseLines('band,time', '104,', 'time,band', ',105')).toEqual([
    { kind: 'skip' },
    read('104'),
    { kind: 'skip' },
    read('105'),
  ]);
});

test('[SN6] csv: bad rows say why and the rest is read', () => {
  const [, ...results] = parseLines(
    'band,time,point',
    '104,"11:32:05.12',
    '10"4,11:32:05.12',
    '104,11:32:05.12,start,finish',
    'Siân,11:32:05.12,finish',
    '104,later,finish',
    '# a note',
    '105,11:32:05.12,finish',
  );
  expect(results).toEqual([
    { kind: 'bad', reason: 'a quotation mark is out of place' },
    { kind: 'bad', reason: 'a quotation mark is out of place' },
    { kind: 'bad', reason: '4 columns, but the header has 3' },
    { kind: 'bad', reason: '"Siân" is not a wristband number' },
    { kind: 'bad', reason: '"later" is not a time' },
    { kind: 'skip' },
    read('105', time, ['finish']),
  ]);
});

test('[SN6] csv: lines before a header are bad, not lost in silence', () => {
  expect(parseLines('Results of 2026', '104,11:32:05', 'band,time', '105,')).toEqual([
    { kind: 'bad', reason: expect.stringContaining('before a header row') },
    { kind: 'bad', reason: expect.stringContaining('before a header row') },
    { kind: 'skip' },
    read('105'),
  ]);
});
