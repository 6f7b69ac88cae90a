import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createParser, FORMATS } from '#server/scanner/formats/formats.ts';
import type { LineFormat } from '#server/scanner/formats/line-format.ts';
import {
  type Decoded,
  ReadDecoder,
  type ReadDecoderOptions,
} from '#server/scanner/read-decoder.ts';
import { parseBandOrChip } from '#shared/model/ids.ts';
import { isRaceMoment } from '#shared/model/instant.ts';
import { isTimePoint } from '#shared/model/time-point.ts';

import { at } from './test-clock.ts';
import { createParts } from './formats/parse-format.ts';

interface DecodeOptions extends Partial<Omit<ReadDecoderOptions, 'parser'>> {
  readonly format?: LineFormat | undefined;
  readonly size?: number;
}

function createDecoder({ format, points, offsetMs = 0 }: DecodeOptions): ReadDecoder {
  return new ReadDecoder({ parser: createParser(format, createParts()), points, offsetMs });
}

/** Decodes `bytes` in pieces of `size`. */
function decode(bytes: Uint8Array, options: DecodeOptions): Pick<Decoded, 'reads' | 'badLines'> {
  const decoder = createDecoder(options);
  const { size = bytes.length + 1 } = options;
  const parts: Decoded[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    parts.push(decoder.push(bytes.subarray(from, from + size)));
  }
  parts.push(decoder.end());
  return {
    reads: parts.flatMap(({ reads }) => reads),
    badLines: parts.flatMap(({ badLines }) => badLines),
  };
}

const SAMPLES: Readonly<Record<string, string>> = {
  line: '\uFEFF# mat 1\r\n0104,11:32:05.12\r\n\r\n105;2026-06-20 11:32:06,5;cp1\rx\n106',
  csv: 'Name;Band;Time;Point\r\n"Siân; ŵ";104;11:32:05.12;finish\r\nÉ;10x;;\r\nŷ;105;;cp1',
  ndjson: '{"band":104,"name":"Siân 🏃"}\n{"band":\n{"tag":"0105","time":1781951525.12}\n',
  chronotrack:
    'TO~1~9511~160~18~1620458668.64~12000C~8~-63~1~P~192\r\n' +
    'TO~2~9512~160~18~16204\r\n' +
    'TO~3~009513~160~18~1620458677.69~12000C~2~-73~2~P\r\n',
};

test('[SN4] a bad line is counted with its number and stops nothing', () => {
  const { reads, badLines } = decode(Buffer.from('104\nabc\n\n#\n105,later\n106'), {
    points: ['cp1'],
  });
  expect(reads.map(({ bandId }) => bandId)).toEqual(['104', '106']);
  expect(badLines).toEqual([
    { number: 2, reason: '"abc" is not a wristband number' },
    { number: 5, reason: '"later" is not a time' },
  ]);
});

test('[SN11] the point of a line goes before --point; with neither it is a bad line', () => {
  const bytes = Buffer.from('104\n105,,cp2\n');
  expect(decode(bytes, { points: ['start', 'finish'] }).reads).toMatchObject([
    { bandId: '104', points: ['start', 'finish'] },
    { bandId: '105', points: ['cp2'] },
  ]);
  expect(decode(bytes, {})).toEqual({
    reads: [expect.objectContaining({ bandId: '105' })],
    badLines: [{ number: 1, reason: 'has no point, and no --point was given' }],
  });
});

test('[SN15] --offset moves the times of the reader and not those of arrival', () => {
  const bytes = Buffer.from('104,2026-06-20T10:00:00Z\n105\n106,2000-01-01T00:00:01Z\n');
  const { reads, badLines } = decode(bytes, { points: ['cp1'], offsetMs: -2_500 });
  expect(reads.map(({ timeMs }) => timeMs)).toEqual([at('2026-06-20T09:59:57.500Z'), undefined]);
  expect(badLines).toEqual([{ number: 3, reason: 'is out of range with its --offset' }]);
});

test('[SN3] half a line counts at the end of a file, but not of a connection', () => {
  const file = createDecoder({ points: ['cp1'] });
  expect(file.push(Buffer.from('104\n10')).reads).toHaveLength(1);
  expect(file.end()).toMatchObject({ reads: [{ bandId: '10' }], badLines: [] });

  const connection = createDecoder({ points: ['cp1'] });
  connection.push(Buffer.from('104\n10'));
  expect(connection.cutOff()).toMatchObject({
    reads: [],
    badLines: [{ number: 2, reason: 'cut off before its end' }],
  });
  expect(connection.cutOff()).toMatchObject({ reads: [], badLines: [] });
});

const FRAGMENTS = [
  '104 0 TO~ ~ , ; " { } : "band": "time": band time point finish start,finish # T Z'.split(' '),
  '11:32:05 2026-06-20 1781951525.12 99999999999999 -1 [ ] null 1e999 __proto__ ٣ %s'.split(' '),
  '\t \n \r\n \uFEFF \0 \u2028 \u009B \u202E'.split(' '),
  [String.raw`\u0000`],
].flat();
/** Nearly valid lines. */
const rubbish = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.integer().map(String),
  ),
  { maxLength: 40 },
);

const noise = fc.uint8Array({ maxLength: 300 });

test.each([...FORMATS, undefined])(
  '[SN4 SN3] $name: rubbish never throws and never yields a wrong read, and is the same in pieces of any size',
  (format) => {
    const sample = SAMPLES[format?.name ?? 'csv'] ?? '';
    fc.assert(
      fc.property(
        fc.oneof(
          rubbish.map((parts) => Buffer.from(parts.join(''))),
          rubbish.map((parts) => Buffer.from(sample + parts.join(''))),
          noise,
        ),
        fc.integer({ min: 1, max: 20 }),
        (bytes, size) => {
          const decoded = decode(bytes, { format, points: ['finish'] });
          expect(decode(bytes, { format, points: ['finish'], size })).toEqual(decoded);
          for (const { bandId, points, timeMs } of decoded.reads) {
            expect(parseBandOrChip(bandId)).toBe(bandId);
            expect(points.length).toBeGreaterThan(0);
            expect(points.every(isTimePoint)).toBe(true);
            expect(timeMs === undefined || (Number.isInteger(timeMs) && isRaceMoment(timeMs))).toBe(
              true,
            );
          }
          for (const { number, reason } of decoded.badLines) {
            expect(number).toBeGreaterThan(0);
            // oxlint-disable-next-line no-control-regex -- no message may move the cursor
            expect(reason).toMatch(/^[^\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]+$/);
          }
        },
      ),
      { numRuns: 300 },
    );
  },
);
