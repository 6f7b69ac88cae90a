import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findStartMs,
  formatWallClock,
  isTimeZone,
  parseWallClock,
  zoneOffsetMs,
} from '#shared/model/wall-clock.ts';

/** The moment of a start in ISO form. */
const startAt = (text: string, timeZone: string): string =>
  new Date(findStartMs(text, timeZone) ?? NaN).toISOString();

describe('reading', () => {
  test.each([
    '',
    '2026-06-20',
    '2026-6-20-10-00-00',
    '2026-02-29-10-00-00',
    '2026-13-01-10-00-00',
    '2026-00-10-10-00-00',
    '2026-06-20-24-00-00',
    '2026-06-20-10-60-00',
    '0026-06-20-10-00-00',
  ])('[ST1] "%s" names no moment', (text) => expect(parseWallClock(text)).toBeUndefined());

  test('[ST8] blanks around a start are ignored, and leap days exist', () =>
    expect(startAt(' 2028-02-29-09-30-15 ', 'UTC')).toBe('2028-02-29T09:30:15.000Z'));
});

describe('zones', () => {
  test.each([
    ['Europe/London', '2026-01-15-10-00-00', '2026-01-15T10:00:00.000Z'],
    ['Europe/London', '2026-06-20-10-00-00', '2026-06-20T09:00:00.000Z'],
    ['Asia/Kathmandu', '2026-06-20-10-00-00', '2026-06-20T04:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01-00-00-00', '2025-12-31T10:00:00.000Z'],
    // Where clocks go forward.
    ['Europe/London', '2026-03-29-01-30-00', '2026-03-29T01:30:00.000Z'],
    ['Europe/London', '2026-03-29-02-00-00', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '2026-03-08-02-30-00', '2026-03-08T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04-02-15-00', '2026-10-03T15:45:00.000Z'],
    ['Pacific/Apia', '2011-12-30-12-00-00', '2011-12-30T22:00:00.000Z'],
    // Where they go back.
    ['Europe/London', '2026-10-25-01-30-00', '2026-10-25T00:30:00.000Z'],
    ['Europe/London', '2026-10-25-02-00-00', '2026-10-25T02:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05-01-45-00', '2026-04-04T14:45:00.000Z'],
  ])('[ST8] in %s %s is %s', (timeZone, text, moment) =>
    expect(startAt(text, timeZone)).toBe(moment),
  );

  test('[ST8] a written moment is parsed back, except in the repeated hour', () => {
    const zones = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Pacific/Auckland');
    const seconds = fc.integer({
      min: Date.UTC(2000, 0, 1) / 1000,
      max: Date.UTC(2040, 0, 1) / 1000,
    });
    fc.assert(
      fc.property(seconds, zones, (second, timeZone) => {
        const epochMs = second * 1000;
        const back = findStartMs(formatWallClock(epochMs, timeZone), timeZone) ?? Number.NaN;
        const isRepeated =
          back < epochMs && zoneOffsetMs(back, timeZone) - zoneOffsetMs(epochMs, timeZone) > 0;
        expect(isRepeated ? formatWallClock(back, timeZone) : back).toBe(
          isRepeated ? formatWallClock(epochMs, timeZone) : epochMs,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('the offset at a fraction of a second is whole', () => {
    expect(zoneOffsetMs(Date.UTC(2026, 5, 20, 9, 0, 0, 999), 'Europe/London')).toBe(3_600_000);
    expect(zoneOffsetMs(-1, 'UTC')).toBe(0);
  });

  test('a zone is known by its name', () =>
    expect(['Europe/London', 'UTC', 'Europe/Swansea', ''].filter(isTimeZone)).toEqual([
      'Europe/London',
      'UTC',
    ]));
});
