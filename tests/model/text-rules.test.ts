import { expect, test } from 'vitest';

import { cleanText, findTextFault, quoteGiven } from '#shared/model/text-rules.ts';

test.each([
  ['cannot be used', 0x202a, 0x202e],
  ['cannot be used', 0x2066, 0x2069],
  ['cannot be used', 0, 0x1f],
  ['cannot be used', 0x7f, 0x9f],
  ['cannot be used', 0xd83d, 0xd83d],
  ['cannot be used', 0xdfff, 0xdfff],
])('[CL22] a character that %s is refused by its name: %i to %i', (what, first, last) => {
  for (let code = first; code <= last; code += 1) {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    const fault = `contains a character that ${what} (${name})`;
    expect(findTextFault(`Ann${String.fromCharCode(code)}a`, 100)).toBe(fault);
  }
});

test.each([
  ['Arabic', 'محمد حسن'],
  ['Hebrew with points', 'שָׂרָה כֹּהֵן'],
  ['Persian with a non-joiner', 'می\u200cرود'],
  ['Devanagari with a joiner', 'क्\u200dष'],
  ['both direction marks', '\u200fחנה\u200e (A)'],
  ['the Arabic letter mark', '\u061c1'],
  ['emoji of several parts', '🏃🏽‍♀️ 👨‍👩‍👧 🏴󠁧󠁢󠁷󠁬󠁳󠁿 1️⃣'],
  ['right to left and left to right in one', 'Ann חנה 7'],
])('%s is welcome', (_name, text) => expect(findTextFault(text, 100)).toBeUndefined());

test('a text is as long as its UTF-16 units', () => {
  expect(findTextFault('🏃'.repeat(50), 100)).toBeUndefined();
  expect(findTextFault('🏃'.repeat(51), 100)).toBe('is longer than 100 characters');
});

test('quoted text does not reorder a message', () => {
  expect(quoteGiven('a\u202eb')).toBe('"a\\u202eb"');
  expect(quoteGiven('\u2067سارة\u2069')).toBe('"\\u2067سارة\\u2069"');
  expect(quoteGiven('a\u0000"b')).toBe('"a\\u0000\\"b"');
  expect(quoteGiven('\u009b31m\u007f')).toBe('"\\u009b31m\\u007f"');
});

test.each([
  ['a zero-width space', '\u200b'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['the blank of Braille', '\u2800'],
  ['a joiner of graphemes', '\u034f'],
  ['marks without a letter', ' \u0301\u0323'],
  ['direction marks', '\u200f\u200e'],
])('[CL22] %s shows nothing and counts as empty', (_name, text) => {
  expect(cleanText(text)).toBe('');
  expect(cleanText(`${text}A${text}`)).toContain('A');
});
