import { describe, expect, test } from 'vitest';
import { parseBandId } from '#shared/model/ids.ts';
import { splitNames } from '#shared/model/race-config.ts';
import { parseTimePoints } from '#shared/model/time-point.ts';
import { parseDuration } from '#shared/model/time.ts';
import { buildScan } from '#tests/support/builders.ts';

describe('wristband numbers', () => {
  test.each([
    ['104', '104'],
    ['0104', '104'],
    ['  0104\t', '104'],
    ['999999999999', '999999999999'],
    ['149'.padStart(64, '0'), '149'],
    ['0', '0'],
  ])('"%s" is the wristband %s', (text, bandId) => expect(parseBandId(text)).toBe(bandId));

  test.each(['', ' ', '1234567890123', '104'.padStart(65, '0'), '-4', '1e3', '١٠٤', '1 2'])(
    '"%s" is no wristband',
    (text) => expect(parseBandId(text)).toBeUndefined(),
  );
});

describe('time points', () => {
  test.each([
    ['finish', ['finish']],
    ['start,finish', ['start', 'finish']],
    [' Finish , START ,finish', ['start', 'finish']],
    ['KOM1-end', ['kom1-end']],
    ['lap-2,start', ['start', 'lap-2']],
    ['9km, 10km ,CP1', ['cp1', '10km', '9km']],
  ])('"%s" is %j', (text, points) => expect(parseTimePoints(text)).toEqual(points));

  test.each(['', ',', 'start,', '-cp1', 'ŵyth', 'start;finish', 'lap 2', 'a'.repeat(31)])(
    '"%s" is no time point',
    (text) => expect(parseTimePoints(text)).toBeUndefined(),
  );
});

describe('spans', () => {
  test.each([
    ['1:02:03', 3_723_000],
    ['99:59:59', 359_999_000],
    ['123:45:06', 445_506_000],
    [' 00:10:00 ', 600_000],
  ])('"%s" is %d ms', (text, spanMs) => expect(parseDuration(text)).toBe(spanMs));

  test.each(['', '10:00', '1:2:3', '1:60:00', '-1:00:00', '1:00:00.5', '1000:00:00', '000:00:01'])(
    '"%s" is no span',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});

test('a scan is known by source, band, points and time', () => {
  const scan = {
    bandId: '7',
    points: ['start', 'finish'] as const,
    timeMs: 1_500,
    source: 'mat.1',
  };
  expect(buildScan(scan).scanId).toBe('mat.1:7:start,finish:1500');
});

test.each([
  ['', []],
  [' Bwlch ,Foel Eryr', ['Bwlch', 'Foel Eryr']],
  ['Bwlch,,Foel', ['Bwlch', '', 'Foel']],
])('"%s" lists the names %j', (list, names) => expect(splitNames(list)).toEqual(names));
