import { expect, test } from 'vitest';

import { readDecision, readOverrideText } from '#shared/model/typed-words.ts';

test.each([
  ['', ''],
  [' 1:02:03 ', '1:02:03'],
  ['00:00:01', '00:00:01'],
  ['DNF', '00:00:01'],
  [' dnf', '00:00:01'],
  ['DNS', 'DNS'],
  ['dns ', 'DNS'],
  ['62:03', '1:02:03'],
  ['10:00', '0:10:00'],
])('[OV1] "%s" is kept as "%s"', (text, value) =>
  expect(readOverrideText(text)).toEqual({ ok: true, value }),
);

test.each([
  ['1:02', 'hours or minutes: write 1:02:00, or 0:01:02.'],
  ['62:60', 'H:MM:SS'],
  ['6203', 'H:MM:SS'],
  ['DQ', 'DSQ and the rule that was broken'],
  ['0:00:00', 'is zero'],
])('[OV1] "%s" is refused with what to write', (text, sentence) => {
  const reading = readOverrideText(text);
  expect(reading.ok ? '' : reading.error).toContain(sentence);
});

test.each([
  ['DSQ left the course at CP3', { overrideTime: '00:00:01', rule: 'left the course at CP3' }],
  [' dsq:  torri’r  cwrs ', { overrideTime: '00:00:01', rule: 'torri’r cwrs' }],
  ['00:00:01', { overrideTime: '00:00:01' }],
  ['dnf', { overrideTime: '00:00:01', rule: '' }],
])('[OV9] "%s" is kept as %j', (text, value) =>
  expect(readDecision(text)).toEqual({ ok: true, value }),
);

test.each([
  ['DSQ', 'Write the rule that was broken after DSQ'],
  ['DSQ - ', 'Write the rule that was broken after DSQ'],
  [`DSQ ${'x'.repeat(201)}`, 'longer than 200 characters'],
  ['DSQ a\u202eb', 'cannot be used'],
  ['DSQualified', 'H:MM:SS'],
])('[OV9] "%s" is refused with what to write', (text, sentence) => {
  const reading = readDecision(text);
  expect(reading.ok ? '' : reading.error).toContain(sentence);
});
