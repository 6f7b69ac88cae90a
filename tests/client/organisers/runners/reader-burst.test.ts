import { describe, expect, test } from 'vitest';

import { ReaderBurst } from '#client/organisers/runners/reader-burst.ts';

/** Types keys, each with its time, and gives what each Enter ended. */
function type(...presses: readonly (readonly [key: string, timeMs: number])[]): unknown[] {
  const burst = new ReaderBurst<number>();
  let seen = 0;
  return presses.flatMap(([key, timeMs]) => {
    const read = burst.take(key, timeMs, () => seen);
    seen += 1;
    return key === 'Enter' ? [read] : [];
  });
}

const atPace = (keys: readonly string[], paceMs: number, fromMs = 0) =>
  keys.map((key, index) => [key, fromMs + index * paceMs] as const);

describe('a band reader', () => {
  const keys = ['2', '1', '4', 'Enter'];
  test.each([
    ['types faster than fingers', atPace(keys, 35), [{ number: '214', before: 0 }]],
    [
      'remembers the text before the first digit of each number',
      atPace(['4', '6', 'Enter', '7', 'Enter'], 5),
      [
        { number: '46', before: 0 },
        { number: '7', before: 3 },
      ],
    ],
    [
      'ignores digits typed before it',
      [['1', 0] as const, ['2', 500] as const, ...atPace(['4', '6', 'Enter'], 5, 600)],
      [{ number: '46', before: 2 }],
    ],
    [
      'starts over after a key that types nothing',
      atPace(['9', 'Backspace', '4', '6', 'Enter'], 5),
      [{ number: '46', before: 2 }],
    ],
    [
      'may press Shift for its digits',
      atPace(['Shift', '4', 'Shift', '6', 'Enter'], 5),
      [{ number: '46', before: 1 }],
    ],
  ])('%s', (_, presses, reads) => expect(type(...presses)).toEqual(reads));
});

describe('no band reader', () => {
  test.each([
    ['fingers', atPace(['4', '6', 'Enter'], 36)],
    ['an Enter that comes later', [...atPace(['4', '6'], 5), ['Enter', 80] as const]],
    ['digits of a word that comes as fast', atPace(['R', 'C', '2', '0', 'Enter'], 5)],
  ])('is %s', (_, presses) => expect(type(...presses)).toEqual([undefined]));

  test('is the Enter that follows a number', () =>
    expect(type(...atPace(['4', 'Enter', 'Enter'], 5))[1]).toBeUndefined());
});
