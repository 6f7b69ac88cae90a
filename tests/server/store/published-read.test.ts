import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { parsePublishedRead } from '#server/store/published-reads.ts';
import { parseBandId } from '#shared/model/ids.ts';
import { isRaceMoment } from '#shared/model/instant.ts';
import { createScanId } from '#shared/model/scan.ts';
import { isTimePoint } from '#shared/model/time-point.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 11, 32, 6);
const TIME_MS = Date.UTC(2026, 10, 20, 11, 32, 5, 120);

test('[CF12] a published read is parsed as a scan of the source `publish`', () => {
  const payload = '{"bandID":"104","point":"finish","time":"2026-11-20T11:32:05.120Z"}';
  expect(parsePublishedRead(payload, NOW_MS)).toEqual({
    ok: true,
    value: {
      scan: {
        scanId: `publish:104:finish:${TIME_MS}`,
        bandId: '104',
        points: ['finish'],
        timeMs: TIME_MS,
        source: 'publish',
      },
      isUntimed: false,
    },
  });
});

test.each([
  ['a number as band', '{"bandID":104,"point":"finish","time":"2026-11-20T11:32:05.12Z"}'],
  ['capitals and blanks', '{"bandID":"104","point":" Finish ","time":"2026-11-20T11:32:05.12Z"}'],
  ['an offset', '{"bandID":"104","point":"finish","time":"2026-11-20T12:32:05.12+01:00"}'],
  ['epoch seconds', '{"bandID":"104","point":"finish","time":1795174325.12,"rssi":-60}'],
])('[CF12] the same read with %s is the same scan', (_name, payload) => {
  expect(parsePublishedRead(payload, NOW_MS)).toMatchObject({
    value: { scan: { scanId: `publish:104:finish:${TIME_MS}` } },
  });
});

test('[CF12] a read can name several points of one mat, and without a time gets the present one and is marked', () => {
  const payload = '{"bandID":"104","point":"finish,start","time":null}';
  expect(parsePublishedRead(payload, NOW_MS)).toMatchObject({
    value: { scan: { points: ['start', 'finish'], timeMs: NOW_MS }, isUntimed: true },
  });
});

test.each([
  ['["104","finish"]', 'not a JSON object'],
  ['{"point":"finish"}', 'bandID must be a wristband number, but is missing'],
  ['{"bandID":"E2 lap","point":"finish"}', 'but is "E2 lap"'],
  ['{"bandID":"104","point":"Go al"}', 'but is "Go al"'],
  ['{"bandID":"104","point":["finish"]}', 'but is ["finish"]'],
  ['{"bandID":"104","point":"finish","time":"11:32:05"}', 'but is "11:32:05"'],
  ['{"bandID":"104","point":"finish","time":"2026-11-20T11:32:05"}', 'time must be such as'],
  [`{"bandID":"104","point":"finish","x":"${'x'.repeat(5_000)}"}`, 'longer than 4096 characters'],
])('[CF12] %s is refused with the reason', (payload, reason) => {
  expect(parsePublishedRead(payload, NOW_MS)).toEqual({
    ok: false,
    error: expect.stringContaining(reason),
  });
});

test('[CF12] invalid input never throws and never yields an invalid scan', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('104', 104, 'finish', 'start,cp1', ''));
  const payload = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record({ bandID: value, point: value, time: value })
      .map((message) => JSON.stringify(message)),
  );
  fc.assert(
    fc.property(payload, (text) => {
      const result = parsePublishedRead(text, NOW_MS);
      if (!result.ok) return;
      const { scan } = result.value;
      expect(parseBandId(scan.bandId)).toBe(scan.bandId);
      expect(scan.points.length > 0 && scan.points.every(isTimePoint)).toBe(true);
      expect(isRaceMoment(scan.timeMs)).toBe(true);
      expect(scan.scanId).toBe(createScanId(scan));
    }),
    { numRuns: 500 },
  );
});
