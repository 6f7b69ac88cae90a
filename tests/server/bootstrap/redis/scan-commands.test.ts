import { assert, nat, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';

import { surveyCommands } from '#server/bootstrap/redis/scan-commands.mjs';

/** A command as Redis writes it. */
function command(...words: readonly string[]): string {
  const bulks = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${bulks.join('')}`;
}

const A = command('HSET', 'h', 'a', 'Siân');
const B = command('HSET', 'h', 'b', 'two\r\nlines');
const C = command('DEL', 'h');
const MULTI = command('MULTI');
const EXEC = command('EXEC');
const ZEROS = '\0'.repeat(64);

interface Case {
  readonly name: string;
  readonly file: string;
  readonly left: string;
  readonly writes: number;
}

const CASES: readonly Case[] = [
  { name: 'a whole file', file: A + B + C, left: A + B + C, writes: 3 },
  { name: 'an empty file', file: '', left: '', writes: 0 },
  { name: 'zeros at the end', file: A + B + ZEROS, left: A + B, writes: 2 },
  { name: 'nothing but zeros', file: ZEROS, left: '', writes: 0 },
  { name: 'a cut within the last command', file: A + B.slice(0, -5), left: A, writes: 1 },
  { name: 'a cut within a length', file: `${A}*4\r\n$1`, left: A, writes: 1 },
  { name: 'garbage with stars at the end', file: `${A}*9*x$*1\r\n$`, left: A, writes: 1 },
  { name: 'zeros between commands', file: A + ZEROS + B, left: A + B, writes: 2 },
  {
    name: 'a length that reaches over all that follows',
    file: A + B.replace('$4', '$4000') + C + A,
    left: A + C + A,
    writes: 3,
  },
  {
    name: 'a length that is too short',
    file: A + B.replace('$10', '$7') + C + A,
    left: A + C + A,
    writes: 3,
  },
  {
    name: 'a whole transaction',
    file: MULTI + A + B + EXEC,
    left: MULTI + A + B + EXEC,
    writes: 1,
  },
  { name: 'a transaction without its end', file: C + MULTI + A + B, left: C, writes: 1 },
  {
    name: 'a transaction whose end is damaged, before another one',
    file: C + MULTI + A + B + ZEROS + MULTI + A + EXEC,
    left: C + MULTI + A + EXEC,
    writes: 2,
  },
  {
    name: 'a transaction damaged within: its rest is no more than its beginning',
    file: C + MULTI + A + ZEROS + B + A + EXEC + C + C,
    left: C + C + C,
    writes: 3,
  },
  {
    name: 'a transaction whose beginning is damaged',
    file: C + ZEROS + A + B + EXEC + C + C,
    left: C + C + C,
    writes: 3,
  },
  {
    name: 'single commands behind damage, then a transaction',
    file: C + ZEROS + A + B + MULTI + A + EXEC,
    left: C + A + B + MULTI + A + EXEC,
    writes: 4,
  },
  {
    name: 'a note of Redis 7',
    file: `#TS:1700000000\r\n${A}`,
    left: `#TS:1700000000\r\n${A}`,
    writes: 1,
  },
  {
    name: 'what looks like a command within a value',
    file: A + command('HSET', 'h', 'c', `x${C}${C}`) + B,
    left: A + command('HSET', 'h', 'c', `x${C}${C}`) + B,
    writes: 3,
  },
];

function leave(bytes: Buffer): { left: string; writes: number; lost: number } {
  const survey = surveyCommands(bytes);
  if (!survey) throw new Error('the snapshot has no end');
  const lengths = survey.damaged.map(({ start, end }) => end - start);
  return {
    left: survey.whole.map(({ start, end }) => bytes.toString('utf8', start, end)).join(''),
    writes: survey.writes,
    lost: lengths.reduce((sum, length) => sum + length, 0),
  };
}

test.for(CASES)('what is whole of an append-only file is told: $name', ({ file, left, writes }) => {
  const bytes = Buffer.from(file);
  const lost = bytes.length - Buffer.byteLength(left);
  expect(leave(bytes)).toEqual({ left, writes, lost });
});

test('a snapshot in front is left as it is', () => {
  const end = Buffer.from([0xff, 1, 2, 3, 4, 5, 6, 7, 8]);
  const snapshot = Buffer.concat([Buffer.from('REDIS0009\u00FFabc*1', 'latin1'), end]);
  const whole = Buffer.concat([snapshot, Buffer.from(A + B)]);
  expect(surveyCommands(snapshot)).toMatchObject({ damaged: [], writes: 0 });
  expect(surveyCommands(Buffer.concat([whole, Buffer.from(ZEROS)]))).toEqual({
    whole: [{ start: 0, end: whole.length }],
    damaged: [{ start: whole.length, end: whole.length + ZEROS.length }],
    writes: 2,
  });
});

test('a snapshot without an end is told from a damaged command', () => {
  expect(surveyCommands(Buffer.from('REDIS0009 and then nothing'))).toBeUndefined();
});

test('whatever is damaged, nothing before it is lost and nothing is made up', () => {
  const whole = Buffer.from([A, MULTI, A, B, EXEC, C, B, MULTI, C, EXEC, A].join(''));
  assert(
    property(
      nat(whole.length - 1),
      uint8Array({ minLength: 1, maxLength: 200 }),
      nat(60),
      (at, garbage, replaced) => {
        const bytes = Buffer.concat([
          whole.subarray(0, at),
          garbage,
          whole.subarray(at + replaced),
        ]);
        const survey = surveyCommands(bytes);
        const stretches = [...(survey?.whole ?? []), ...(survey?.damaged ?? [])];
        // Each byte is either whole or damaged.
        let end = 0;
        for (const stretch of stretches.toSorted((a, b) => a.start - b.start)) {
          expect(stretch.start).toBe(end);
          ({ end } = stretch);
        }
        expect(end).toBe(bytes.length);
        // What is left is whole: nothing more is found to be wrong with it. Its bytes are, that is:
        // a value may hold garbage that is no text.
        const left = survey?.whole.map(({ start, end }) => bytes.subarray(start, end)) ?? [];
        expect(surveyCommands(Buffer.concat(left))?.damaged).toEqual([]);
      },
    ),
  );
});
