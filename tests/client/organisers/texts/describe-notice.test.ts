import { expect, test } from 'vitest';

import { describeNotice } from '#client/organisers/texts/describe-notice.ts';

const ZONE = 'Europe/London';

test('a notice says which scanner, how far and in which direction', () => {
  expect(describeNotice({ kind: 'clock', source: 'hill', aheadMs: -2_500 }, ZONE)).toBe(
    'The clock at the scanner hill is 2.5 s behind the right time. Reads that have no time of their own are wrong by as much: set that computer’s clock.',
  );
});

test('a clock notice says how far and whether that is certain, or which other clock may be wrong instead', () => {
  const suspected = { kind: 'clock-suspected', source: 'hill', point: 'cp2' } as const;
  expect(describeNotice({ ...suspected, shiftMs: -420_000 }, ZONE)).toBe(
    'The clock of hill seems to be 7 min ahead of the right time: see Reads.',
  );
  expect(describeNotice({ ...suspected, shiftMs: -420_000, isSure: true }, ZONE)).toBe(
    'The clock of hill is 7 min ahead of the right time: see Reads.',
  );
  expect(describeNotice(suspected, ZONE)).toBe('The clock of hill seems to be wrong: see Reads.');
  expect(describeNotice({ ...suspected, rival: 'col' }, ZONE)).toBe(
    'The reads of hill and col do not fit each other: one of their clocks seems to be wrong, and nothing shows which. Compare both with a right clock.',
  );
});

test('a notice says which scanner fell silent and when its last read was', () => {
  const heardMs = Date.UTC(2026, 5, 20, 11, 42);
  const silent = { kind: 'silent-source', source: 'hill', heardMs } as const;
  const rest =
    ', its scanner stopped without an end or cannot reach Redis. Reads that were not sent wait on its computer: start it there again.';
  expect(describeNotice({ ...silent, lastReadMs: heardMs - 55_000 }, ZONE)).toBe(
    `hill: last read 12:41:05${rest}`,
  );
  expect(describeNotice(silent, ZONE)).toBe(`hill: nothing read yet${rest}`);
});

test('a notice says what is wrong with a reader, or nothing', () => {
  const reader = { kind: 'reader', source: 'hill', battery: '14 %', aheadMs: 0 } as const;
  expect(describeNotice(reader, ZONE)).toBeUndefined();
  expect(describeNotice({ ...reader, isBatteryLow: true, aheadMs: -2_500 }, ZONE)).toBe(
    'The battery of the reader at hill is low (14 %): change it. The clock of the reader at hill is 2.5 s behind the right time. ' +
      'Its reads are wrong by as much: move the clock of the source on Reads.',
  );
  expect(describeNotice({ ...reader, isAwaited: true }, ZONE)).toBeUndefined();
  const awaySinceMs = Date.UTC(2026, 5, 20, 14, 15, 9);
  expect(describeNotice({ ...reader, awaySinceMs }, 'Europe/London')).toBe(
    'The reader at hill has not been connected since 15:15: check its power and cable.',
  );
});

test('a notice names the record that cannot be read', () => {
  const unreadable = { kind: 'unreadable', reason: 'is no JSON object' } as const;
  expect(describeNotice({ ...unreadable, hash: 'runners', field: 'r7' }, ZONE)).toBe(
    'r7 among the runners cannot be read (is no JSON object). The rest of the race goes on without it.',
  );
  expect(describeNotice({ kind: 'more-unreadable', count: 4 }, ZONE)).toContain('4 more');
});
