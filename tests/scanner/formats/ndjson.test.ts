import { expect, test } from 'vitest';

import { NDJSON } from '#server/scanner/formats/csv.ts';
import { encodeJournalEntry } from '#server/scanner/journal/journal-lines.ts';
import { getBandId } from '#tests/support/builders.ts';

import { at } from '../test-clock.ts';
import { createParser } from '#server/scanner/formats/formats.ts';
import { createParts } from './parse-format.ts';

const parser = createParser(NDJSON, createParts());
const time = at('2026-06-20T10:32:05.120Z');

test.each([
  ['{"band":"0104","time":"11:32:05.12","point":"finish"}', time, ['finish']],
  ['{"bandID":104,"timestamp":1781951525120,"location":"start,finish"}', time, ['start', 'finish']],
  [
    '{"tag":"104","Read Time":1781951525.12,"points":["finish","start"]}',
    time,
    ['start', 'finish'],
  ],
  ['{"chip_code":104,"date":"2026-06-20","time":"11:32:05.12","rssi":-63}', time, undefined],
  ['{"band":104,"date":"2026-06-20 11:32:05.12"}', time, undefined],
  [' {"epc":"104","time":null,"point":""} ', undefined, undefined],
  ['{"wristband":104}', undefined, undefined],
])('[SN6] ndjson: reads %s', (text, timeMs, points) => {
  const read = { bandId: '104', timeMs, points };
  expect(parser.parse(text)).toEqual({ kind: 'read', read });
});

test.each([
  ['{"band":"104"', 'not a JSON object'],
  ['[104]', 'not a JSON object'],
  ['{}', 'no wristband number'],
  ['{"band":{"id":104}}', 'the wristband number is not a number or a text'],
  ['{"band":104.5}', '"104.5" is not a wristband number'],
  ['{"band":104,"time":false}', 'the time is not a number or a text'],
  ['{"band":104,"time":"soon"}', '"soon" is not a time'],
  ['{"bandID":115,"date":"2026-06-20"}', '"2026-06-20" is not a time'],
  ['{"bandID":115,"date":"2026-06-20","time":""}', '"2026-06-20" is not a time'],
  ['{"band":104,"point":7}', '"7" is not a point'],
  ['{"band":104,"point":["finish",7]}', 'the point is not a text'],
  [
    '{"band":104,"__proto__":{"time":"x"},"constructor":1,"point":"Go al"}',
    '"Go al" is not a point',
  ],
])('[SN6] ndjson: %s is bad and says why', (text, reason) =>
  expect(parser.parse(text)).toEqual({ kind: 'bad', reason }),
);

test('[SN6] a line of a journal with one bit changed is bad, or the read that it was', () => {
  const read = { seq: 7, bandId: getBandId('104'), points: ['finish'] as const, timeMs: time };
  const line = encodeJournalEntry({ kind: 'read', read: { ...read, receivedMs: time + 5 } }).trim();
  const whole = parser.parse(line);
  expect(whole.kind).toBe('read');
  for (let bit = 0; bit < line.length * 8; bit += 1) {
    const bytes = Buffer.from(line);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const found = parser.parse(bytes.toString());
    expect(found.kind === 'read' ? found : whole).toEqual(whole);
  }
  const changed = line.replace('"104"', '"105"');
  expect(parser.parse(changed)).toMatchObject({
    reason: 'not as the journal was written: wrong crc',
  });
});
