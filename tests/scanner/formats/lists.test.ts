import { expect, test } from 'vitest';

import { CSV, NDJSON } from '#server/scanner/formats/csv.ts';
import { PLAIN_LINE } from '#server/scanner/formats/formats.ts';
import { encodeJournalEntry } from '#server/scanner/journal/journal-lines.ts';
import { getBandId } from '#tests/support/builders.ts';

import { at, createTestClock } from '../test-clock.ts';
import { createReader } from './parse-format.ts';

const TIME = '2026-06-20T10:32:05.120Z';
const READ = `104 ${TIME}`;

/** The results of the rows of a file after its header. */
function readRows(header: string, ...rows: readonly string[]): string[] {
  const read = createReader(CSV);
  expect(read(header)).toEqual([]);
  return rows.flatMap(read);
}

test.each([
  ['blanks around', '  104 , 11:32:05.12 , finish ', `${READ} finish`],
  ['a decimal comma between semicolons', '104;11:32:05,12;finish', `${READ} finish`],
  ['a decimal comma between commas', '104,11:32:05,12,finish', `${READ} finish`],
  ['no time', '104,,cp1', '104 now cp1'],
  ['two points between tabs', '104\t11:32:05.12\tfinish,start', `${READ} start finish`],
  ['a point in capitals', '104,,KOM1-End', '104 now kom1-end'],
  ['no number', 'abc', 'bad: "abc" is not a wristband number'],
  ['other digits', '١٠٤', 'bad: "١٠٤" is not a wristband number'],
  ['no band', ',11:32:05', 'bad: no wristband number'],
  ['a terminal escape', '\u001B[2J', String.raw`bad: "\u001b[2J" is not a wristband number`],
  ['reversed text', '\u202E401', String.raw`bad: "\u202e401" is not a wristband number`],
  ['a long text', 'x'.repeat(2_000), `bad: "${'x'.repeat(40)}…" is not a wristband number`],
])('[SN6] line: %s', (_name, line, expected) =>
  expect(createReader(PLAIN_LINE)(line)).toEqual([expected]),
);

test('[SN41] with --elapsed every time counts from the start', () => {
  const read = createReader(PLAIN_LINE, { clock: createTestClock({ isElapsed: true }) });
  const lines = ['104,0:17:53', '104,17:58', '104,00:18:02.5', '104,1:00:00'];
  expect(lines.flatMap(read).map((result) => result.slice(15, 27))).toEqual([
    '08:17:53.000',
    '08:17:58.000',
    '08:18:02.500',
    '09:00:00.000',
  ]);
});

test.each([
  ['#,tag,time,point', '1,0104,11:32:05.12,finish'],
  ['Chip;TimeStamp;Location', '104;11:32:05,12;finish'],
  [' "Wristband No." , "Read Time" , "Timing Point" ', ' "104" , "11:32:05.12" , "finish" '],
  ['place,name,point,time,band', '1,"Siân, O’Brien",finish,1781951525.12,104'],
  ['Band,Date,Time,Point', '104,2026-06-20,11:32:05.12,finish'],
])('[SN6] csv: columns are found by loose names: %s', (header, row) =>
  expect(readRows(header, row)).toEqual([`${READ} finish`]),
);

test.each([
  ['a read of now', 'band', ['104', ''], ['104 now']],
  ['two points', 'band,time,point', ['104,11:32:05.12,"finish,start"'], [`${READ} start finish`]],
  ['the band before the chip', 'Chip,Band', ['A7,104'], ['104 now']],
  [
    'dates in a column of their own',
    'band,date,time',
    ['104,2026-06-21,9:00:00.5', '104,21.06.2026,09:00:00', '104,6/21/2026,9:00:00 AM'],
    [
      '104 2026-06-21T08:00:00.500Z',
      '104 2026-06-21T08:00:00.000Z',
      '104 2026-06-21T08:00:00.000Z',
    ],
  ],
  ['date and time in one column', 'band,date', ['104,2026-06-20 11:32:05.12'], [READ]],
  ['a date alone', 'band,date,time', ['104,2026-06-21,'], ['bad: "2026-06-21" is not a time']],
  ['a repeated header', 'band,time', ['104,', 'time,band', ',105'], ['104 now', '105 now']],
])('[SN6] csv: %s', (_name, header, rows, expected) =>
  expect(readRows(header, ...rows)).toEqual(expected),
);

test('[SN41] a column of elapsed times counts from the start', () => {
  const rows = ['104,0:17:53', '104,17:53', '104,00:17:53.5', '104,soon', '104,1:75:00'];
  expect(readRows('Band,Race Time', ...rows)).toEqual([
    '104 2026-06-20T08:17:53.000Z',
    '104 2026-06-20T08:17:53.000Z',
    '104 2026-06-20T08:17:53.500Z',
    'bad: "soon" is not a time since the start',
    'bad: "1:75:00" is not a time since the start',
  ]);
});

test('[SN6] csv: bad rows give their reason, and the others are read', () => {
  const rows = [
    '10"4,11:32:05.12',
    '104,11:32:05.12,start,finish',
    'Siân,11:32:05.12,finish',
    '# a note',
    '104,11:32:05.12,finish',
  ];
  expect(readRows('band,time,point', ...rows)).toEqual([
    'bad: a quotation mark is out of place',
    'bad: 4 columns, but the header has 3',
    'bad: "Siân" is not a wristband number',
    `${READ} finish`,
  ]);
  const headless = createReader(CSV);
  for (const line of ['Results of 2026', '104,11:32:05']) {
    expect(headless(line)).toEqual([expect.stringContaining('before a header row')]);
  }
});

test.each([
  ['{"band":"0104","time":"11:32:05.12","point":"finish"}', `${READ} finish`],
  ['{"bandID":104,"timestamp":1781951525120,"location":"start,finish"}', `${READ} start finish`],
  ['{"tag":"104","Read Time":1781951525.12,"points":["finish","start"]}', `${READ} start finish`],
  ['{"chip_code":104,"date":"2026-06-20","time":"11:32:05.12","rssi":-63}', READ],
  [' {"epc":"104","time":null,"point":""} ', '104 now'],
  ['{"band":"104"', 'bad: not a JSON object'],
  ['{}', 'bad: no wristband number'],
  ['{"band":{"id":104}}', 'bad: the wristband number is not a number or a text'],
  ['{"band":104,"time":false}', 'bad: the time is not a number or a text'],
  ['{"bandID":115,"date":"2026-06-20","time":""}', 'bad: "2026-06-20" is not a time'],
  ['{"band":104,"point":["finish",7]}', 'bad: the point is not a text'],
  ['{"band":104,"__proto__":{"time":"x"},"constructor":1,"point":"!"}', 'bad: "!" is not a point'],
])('[SN6] ndjson: %s', (line, expected) => expect(createReader(NDJSON)(line)).toEqual([expected]));

test('[SN6] a line of a journal with one bit changed is bad, or the same read', () => {
  const read = createReader(NDJSON);
  const timeMs = at(TIME);
  const entry = {
    seq: 7,
    bandId: getBandId('104'),
    points: ['finish'],
    timeMs,
    receivedMs: timeMs,
  };
  const line = encodeJournalEntry({ kind: 'read', read: entry }).trim();
  expect(read(line)).toEqual([`${READ} finish`]);
  for (let bit = 0; bit < line.length * 8; bit += 1) {
    const bytes = Buffer.from(line);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(read(bytes.toString())[0]).toMatch(/^(?:bad: |104 2026-06-20T10:32:05\.120Z finish$)/);
  }
  expect(read(line.replace('"104"', '"105"'))).toEqual([
    'bad: not as the journal was written: wrong crc',
  ]);
});
