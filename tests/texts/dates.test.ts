import { describe, expect, test } from 'vitest';

import { cy } from '#shared/texts/cy.ts';
import { writeRange } from '#shared/texts/dates.ts';
import { en } from '#shared/texts/en.ts';

const LONDON = 'Europe/London';
const { clockOn } = en.common.dates;

/** Of moments in UTC, in both languages. */
function write(moment: string, now: string, zone = LONDON): readonly [string, string] {
  const [ms, nowMs] = [Date.parse(`${moment}Z`), Date.parse(`${now}Z`)];
  return [clockOn(ms, nowMs, zone), cy.common.dates.clockOn(ms, nowMs, zone)];
}

const range = (from: string, to: string, now: string): string =>
  writeRange(
    en.common.dates,
    [Date.parse(`${from}Z`), Date.parse(`${to}Z`)],
    Date.parse(`${now}Z`),
    LONDON,
  ).join('–');

describe('[LG9] a clock time', () => {
  test.each([
    ['of the same day is alone', '2026-06-20T00:00', '2026-06-20T22:00', '01:00', '01:00'],
    ['of before midnight', '2026-06-20T22:59:59', '2026-06-20T23:00', 'Sat 23:59', 'Sad 23:59'],
    ['of after midnight', '2026-06-20T23:00', '2026-06-20T22:59:59', 'Sun 00:00', 'Sul 00:00'],
    ['of six days ago', '2026-06-14T08:00', '2026-06-20T22:00', 'Sun 09:00', 'Sul 09:00'],
    ['of a week ago', '2026-06-13T21:00', '2026-06-20T08:00', '13 Jun 22:00', '13 Meh 22:00'],
    [
      'of last year',
      '2025-11-30T22:49',
      '2026-01-02T08:00',
      '30 Nov 2025 22:49',
      '30 Tach 2025 22:49',
    ],
  ])('%s', (_, moment, now, english, welsh) =>
    expect(write(moment, now)).toEqual([english, welsh]),
  );

  test('counts the days on which clocks change as one', () => {
    // 25 hours long, with 01:30 in it twice, and the same day from end to end.
    expect(write('2026-10-24T23:30', '2026-10-25T23:30')[0]).toBe('00:30');
    expect(write('2026-10-25T00:30', '2026-10-25T01:30')[0]).toBe('01:30');
    expect(write('2026-10-18T23:00', '2026-10-25T23:30')[0]).toBe('Mon 00:00');
    expect(write('2026-10-18T22:59', '2026-10-25T23:30')[0]).toBe('18 Oct 23:59');
    // 23 hours long.
    expect(write('2026-03-29T00:30', '2026-03-29T22:59')[0]).toBe('00:30');
    expect(write('2026-03-28T23:59', '2026-03-29T22:59')[0]).toBe('Sat 23:59');
  });

  test('says in a sentence when it was', () => {
    const ms = Date.UTC(2026, 5, 20, 21, 49);
    const tell = ({ dates }: Pick<typeof en.common, 'dates'>) =>
      [0, 1, 21].map((passed) => dates.clockAt(ms, ms + passed * 24 * 3_600_000, LONDON)).join();
    expect(tell(en.common)).toBe('at 22:49,Sat at 22:49,20 Jun at 22:49');
    expect(tell(cy.common)).toBe('am 22:49,Sad am 22:49,20 Meh am 22:49');
  });
});

test('[LG9] a range names a shared day once', () => {
  const night = ['2026-06-20T03:25', '2026-06-20T03:38'] as const;
  expect(range(...night, '2026-06-20T03:00')).toBe('04:25–04:38');
  expect(range(...night, '2026-06-21T03:00')).toBe('Sat 04:25–04:38');
  expect(range(...night, '2026-07-11T03:00')).toBe('20 Jun 04:25–04:38');
  const midnight = ['2026-06-20T22:50', '2026-06-20T23:10'] as const;
  expect(range(...midnight, '2026-06-20T12:00')).toBe('23:50–Sun 00:10');
  expect(range(...midnight, '2026-06-21T12:00')).toBe('Sat 23:50–00:10');
  expect(range(...midnight, '2026-06-22T12:00')).toBe('Sat 23:50–Sun 00:10');
});
