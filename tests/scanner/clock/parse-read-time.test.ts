import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseReadTime } from '#server/scanner/formats/read-fields.ts';
import { shownToEpochMs } from '#shared/model/wall-clock.ts';

import { at, createTestClock } from '../test-clock.ts';

const clock = createTestClock();

test.each([
  ['ISO with Z', '2026-06-20T11:32:05.120Z', '2026-06-20T11:32:05.120Z'],
  ['ISO with a short offset', '2026-06-20 11:32:05.5 -0330', '2026-06-20T15:02:05.500Z'],
  ['ISO with hours as offset', '2026-06-20T11:32:05+01', '2026-06-20T10:32:05Z'],
  ['ISO without a zone', '2026-06-20T11:32:05.1', '2026-06-20T10:32:05.100Z'],
  ['a decimal comma', '2026-06-20 11:32:05,12', '2026-06-20T10:32:05.120Z'],
  ['the form of the contract', '2026-06-20-11-32-05', '2026-06-20T10:32:05Z'],
  ['microseconds', '2026-06-20T11:32:05.999999Z', '2026-06-20T11:32:05.999Z'],
  ['epoch seconds', '1781951525', '2026-06-20T10:32:05Z'],
  ['epoch milliseconds', '1781951525070', '2026-06-20T10:32:05.070Z'],
  ['a time of day', '11:32:05', '2026-06-20T10:32:05Z'],
  ['a time of day with a comma', '11:32:05,678', '2026-06-20T10:32:05.678Z'],
  ['half past midnight', '2026-06-21 12:30 a.m.', '2026-06-20T23:30:00Z'],
  ['the day first', '20/06/2026 11:32:05', '2026-06-20T10:32:05Z'],
  ['the month first', '6/20/2026 11:32:05 AM', '2026-06-20T10:32:05Z'],
  ['dots', '3.6.2026 11:32:05,5', '2026-06-03T10:32:05.500Z'],
  ['day and month the same', '06/06/2026 11:32', '2026-06-06T10:32:00Z'],
  ['the same with a zone', 'Sat Jun 20 10:32:05.5 UTC 2026-06-20', '2026-06-20T10:32:05.500Z'],
])('[SN10] reads %s', (_name, text, expected) => {
  const epochMs = parseReadTime(text, clock);
  expect(epochMs === undefined ? undefined : new Date(epochMs).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test.each([
  '',
  '11:32:60',
  '2026-02-30T11:32:05Z',
  '2026-06-20T11:32:05+15:00',
  '03/04/2026 11:32:05',
  '13:05:00 PM',
  '2026-06-20 11-32-05',
  '1999-12-31T23:59:59Z',
  '4102444800',
  '١١:٣٢:٠٥',
])('[SN10] %j is not a time', (text) => expect(parseReadTime(text, clock)).toBeUndefined());

test('[SN10] two decimals of seconds are exact, whatever the seconds', () => {
  expect(parseReadTime('1620458668.64', clock)).toBe(1_620_458_668_640);
  fc.assert(
    fc.property(
      fc.integer({ min: 946_684_800, max: 4_102_444_799 }),
      fc.integer({ min: 0, max: 999 }),
      (seconds, ms) => {
        const text = `${seconds}.${String(ms).padStart(3, '0')}`;
        expect(parseReadTime(text, clock)).toBe(seconds * 1_000 + ms);
      },
    ),
  );
});

test('[SN14] in a file times of day go forward from line to line, small steps back apart', () => {
  const evening = createTestClock({ start: '2026-06-20T20:00:00Z' });
  const times = ['21:05', '23:59:58', '00:00:01', '23:59:59', '11:00', '20:30', '07:00'];
  expect(times.map((text) => parseReadTime(text, evening))).toEqual(
    [
      '2026-06-20T21:05:00+01:00',
      '2026-06-20T23:59:58+01:00',
      '2026-06-21T00:00:01+01:00',
      '2026-06-20T23:59:59+01:00',
      '2026-06-21T11:00:00+01:00',
      '2026-06-21T20:30:00+01:00',
      '2026-06-22T07:00:00+01:00',
    ].map(at),
  );
  // More than an hour before the start is after it.
  const afternoon = createTestClock({ start: '2026-06-20T14:00:00Z' });
  const [, late] = ['15:05', '13:59:59'].map((text) => parseReadTime(text, afternoon));
  expect(late).toBe(at('2026-06-21T12:59:59Z'));
  const second = createTestClock({ date: '2026-06-21' });
  expect(parseReadTime('08:00', second)).toBe(at('2026-06-21T08:00:00+01:00'));
});

test('[SN14] live a time of day is the one nearest to its arrival, however long ago the start was', () => {
  const moment = fc.integer({ min: -12 * 3_600, max: 240 * 3_600 });
  const lag = fc.integer({ min: -43_199, max: 43_200 });
  fc.assert(
    fc.property(moment, lag, (sinceStart, delay) => {
      const start = '2026-06-20T14:45:00Z';
      const nowMs = at(start) + sinceStart * 1_000;
      const now = new Date(nowMs).toISOString();
      const atMs = nowMs - delay * 1_000;
      const live = createTestClock({ isLive: true, zone: 'UTC', start, now });
      expect(parseReadTime(new Date(atMs).toISOString().slice(11, 19), live)).toBe(atMs);
    }),
  );
  const replayed = createTestClock({ isLive: true, now: '2026-11-28T10:00:00Z' });
  expect(parseReadTime('10:00', replayed)).toBe(at('2026-06-20T09:00:00Z'));
});

test('[SN14 SN15] the day of the start is its day in the zone of the reader, which goes before that of the race', () => {
  const auckland = createTestClock({ raceZone: 'Pacific/Auckland', start: '2026-06-19T20:30:00Z' });
  expect(parseReadTime('09:00:00', auckland)).toBe(at('2026-06-20T09:00:00+12:00'));
  const utc = createTestClock({
    zone: 'UTC',
    raceZone: 'Pacific/Auckland',
    start: '2026-06-19T20:30:00Z',
  });
  expect(parseReadTime('20:45:00', utc)).toBe(at('2026-06-19T20:45:00Z'));
});

test('[SN14] without a start a time of day is of today, which is reported once', () => {
  const assumptions: string[] = [];
  const today = createTestClock({ start: '', onAssumption: (text) => assumptions.push(text) });
  expect(parseReadTime('11:32:05', today)).toBe(at('2026-06-20T10:32:05Z'));
  expect(parseReadTime('11:32:06', today)).toBe(at('2026-06-20T10:32:06Z'));
  expect(assumptions).toEqual([expect.stringContaining('as of today')]);
});

test('[SN15] without a zone London is assumed, reported once and only when it matters', () => {
  const assumptions: string[] = [];
  const unknown = createTestClock({ raceZone: '', onAssumption: (text) => assumptions.push(text) });
  parseReadTime('2026-06-20T11:32:05Z', unknown);
  parseReadTime('1781951525.07', unknown);
  expect(assumptions).toEqual([]);
  expect(parseReadTime('2026-06-20 11:32:05', unknown)).toBe(at('2026-06-20T10:32:05Z'));
  parseReadTime('2026-06-20 11:32:06', unknown);
  expect(assumptions).toEqual([expect.stringContaining('Europe/London')]);
});

test('[SN15 ST8] clocks that change in the race: read as shownToEpochMs reads them', () => {
  const zones = ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Gaza', 'UTC'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2005-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (zone, shown) => {
        const zoned = createTestClock({ zone });
        expect(zoned.fromWallClock(shown.getTime())).toBe(shownToEpochMs(shown.getTime(), zone));
      },
    ),
  );
});
