import { expect, test } from 'vitest';

import { describeOwnStart, readOwnStart } from '#shared/scoring/read-own-start.ts';

const START = { start: '2026-06-20-10-00-00', hasOwnStarts: false };

function kept(text: string, frame = START): string | undefined {
  const reading = readOwnStart(text, frame);
  return reading.ok ? reading.value : undefined;
}

const MOMENT = '2026-06-20-11-05-30';

test.each<[string | undefined, ...string[]]>([
  ['', ''],
  ['+0:00:30', ' +0:00:30 '],
  ['-0:05:00', '−0:05:00'],
  ['+0:10:00', '+10:00'],
  // Minutes may exceed an hour only without hours.
  ['+1:15:00', '+75:00'],
  [MOMENT, '11:05:30', '11.05.30', '11:05:30 AM', MOMENT, '2026-6-20T11:05:30'],
  ['2026-06-20-11-05-00', '11:05'],
  ['2026-06-20-13-05-00', '1:05 pm'],
  [undefined, '+1:75:00', '+0:60:00', '+0:60', '+30', '+0:05.5', '+1:2:3:4'],
  [undefined, '0:30', '25:00:00', '11:60', '13:05 pm', 'hanner dydd', '2026-02-30 10:00:00'],
])('[ST13] %j is what is kept of %s', (value, ...texts) =>
  expect(texts.map((text) => kept(text))).toEqual(texts.map(() => value)),
);

test('[ST13] without a start a time of day needs its day', () => {
  const unknown = { start: '', hasOwnStarts: false };
  expect(['11:05:30', MOMENT, '+0:00:30'].map((text) => kept(text, unknown))).toEqual([
    undefined,
    MOMENT,
    '+0:00:30',
  ]);
});

test('[ST13] an ambiguous span is refused with both readings, except for starts one by one', () => {
  expect(readOwnStart('-0:30', START)).toMatchObject({
    error:
      'The own start "-0:30" may be 30 min before the gun or 30 s before the gun: write -0:30:00 or -0:00:30.',
  });
  const oneByOne = { ...START, hasOwnStarts: true };
  expect(['+0:30', '-0:30'].map((text) => kept(text, oneByOne))).toEqual(['+0:00:30', undefined]);
});

const at = (start: string) => (text: string) => kept(text, { ...START, start });

test('[ST13] a time of day is the one nearest to the start, also past midnight', () => {
  expect(['23:50', '00:10', '22:00'].map(at('2026-06-20-23-30-00'))).toEqual([
    '2026-06-20-23-50-00',
    '2026-06-21-00-10-00',
    '2026-06-20-22-00-00',
  ]);
  expect(['23:50', '05:10'].map(at('2026-01-01-00-15-00'))).toEqual([
    '2025-12-31-23-50-00',
    '2026-01-01-05-10-00',
  ]);
  const words = ['2026-06-21-00-10-00', '-0:30:00', '+0:01:30', '+0:00:00'];
  expect(words.map((text) => describeOwnStart(text, '2026-06-20-23-30-00'))).toEqual([
    '00:10:00, 40 min after the gun',
    '30 min before the gun',
    '1 min 30 s after the gun',
    'with the gun',
  ]);
});
