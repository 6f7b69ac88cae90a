import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { asyncProperty, assert, nat, uint8Array } from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { readCommands } from '#server/bootstrap/redis/aof-commands.mjs';
import { repairDataFiles } from '#server/bootstrap/redis/repair-files.mjs';
import { findOnPath } from '#server/bootstrap/system-packages.mjs';

import { getRedisServerPath } from '../../../support/binaries.ts';
import { createTempFolder } from '../../../support/temp-folder.ts';

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
const TIMED = command('HSET', 'h', 'a', '{"at":"2026-11-22T09:30:00.000Z"}');

interface Asked {
  readonly server?: string;
  /** A command that Redis ended over. */
  readonly unknown?: string;
}

/** What is left of a file, what was said of it, and what was kept. */
async function repair(bytes: Buffer, { server = getRedisServerPath(), unknown }: Asked = {}) {
  const dir = createTempFolder();
  const file = join(dir, 'appendonly.aof');
  writeFileSync(file, bytes);
  const said: string[] = [];
  const steps = {
    say: (line: string) => void said.push(line),
    during: <T>(_: string, work: () => Promise<T>) => work(),
  };
  const isRepaired = await repairDataFiles(dir, server, steps, unknown);
  const kept = isRepaired ? readdirSync(join(dir, 'damaged')) : [];
  expect(readdirSync(dir).toSorted()).toEqual([
    'appendonly.aof',
    ...(isRepaired ? ['damaged'] : []),
  ]);
  expect(kept.map((name) => readFileSync(join(dir, 'damaged', name)))).toEqual(
    isRepaired ? [bytes] : [],
  );
  return { left: readFileSync(file), isRepaired, said: said.join('\n') };
}

test.for([
  { name: 'zeros at the end', file: A + B + ZEROS, left: A + B },
  { name: 'nothing but zeros', file: ZEROS, left: '' },
  { name: 'a cut within the last command', file: A + B.slice(0, -5), left: A },
  { name: 'a transaction that only began', file: C + MULTI, left: C },
  { name: 'a transaction without its end', file: C + MULTI + A + B, left: C },
])('damage at the end costs nothing before it: $name', async ({ file, left }) => {
  const repaired = await repair(Buffer.from(file));
  expect(repaired.left.toString()).toBe(left);
  expect(repaired.said).toContain(
    `${Buffer.byteLength(file) - Buffer.byteLength(left)} bytes at the end of appendonly.aof, from byte ${Buffer.byteLength(left)} on`,
  );
});

test.for([
  { name: 'zeros between commands', file: A + ZEROS + B, left: A + B },
  {
    name: 'a length that is too large',
    file: A + B.replace('$4', '$4000') + C + A,
    left: A + C + A,
  },
  { name: 'a length that is too short', file: A + B.replace('$10', '$7') + C + A, left: A + C + A },
  {
    name: 'the end of a transaction, before another one',
    file: C + MULTI + A + B + ZEROS + MULTI + A + EXEC,
    left: C + MULTI + A + EXEC,
  },
  {
    name: 'a transaction without its end, before another one',
    file: C + MULTI + A + B + MULTI + A + EXEC,
    left: C + MULTI + A + EXEC,
  },
  {
    name: 'a transaction within: its rest is no more than its beginning',
    file: C + MULTI + A + ZEROS + B + A + EXEC + C + C,
    left: C + C + C,
  },
  {
    name: 'the beginning of a transaction',
    file: C + ZEROS + A + B + EXEC + C + C,
    left: C + C + C,
  },
  {
    name: 'single commands, then a transaction behind it',
    file: C + ZEROS + A + B + MULTI + A + EXEC,
    left: C + A + B + MULTI + A + EXEC,
  },
  {
    name: 'two places',
    file: TIMED + ZEROS + B + A + ZEROS + C + A,
    left: TIMED + B + A + C + A,
  },
])('damage in the middle costs what it struck, and no other: $name', async ({ file, left }) => {
  const repaired = await repair(Buffer.from(file));
  expect(repaired.left.toString()).toBe(left);
  expect(repaired.said).toMatch(
    /bytes in the middle of .*Everything before and behind them is loaded/s,
  );
});

test('a snapshot of another version is no damage: the commands behind it are repaired, and in one file with it nothing is touched', async () => {
  const newer = 'REDIS0999 of a later release';
  const dir = createTempFolder();
  const folder = join(dir, 'appendonlydir');
  mkdirSync(folder);
  const [base, increment] = ['appendonly.aof.1.base.rdb', 'appendonly.aof.1.incr.aof'];
  writeFileSync(join(folder, base), newer);
  writeFileSync(join(folder, increment), A + C + MULTI + B);
  writeFileSync(
    join(folder, 'appendonly.aof.manifest'),
    `file ${base} seq 1 type b\nfile ${increment} seq 1 type i\n`,
  );
  const steps = { say: vi.fn(), during: <T>(_: string, work: () => Promise<T>) => work() };
  expect(await repairDataFiles(dir, getRedisServerPath(), steps)).toBe(true);
  expect(readFileSync(join(folder, increment), 'utf8')).toBe(A + C);
  expect(readFileSync(join(folder, base), 'utf8')).toBe(newer);

  await expect(repair(Buffer.from(newer + A + ZEROS))).rejects.toThrow(
    /says nothing of them: .*RDB.* Nothing was changed/,
  );
});

test('the checker beside the server is asked, whatever there is on PATH', async () => {
  const [beside, folder] = [createTempFolder(), createTempFolder()];
  const server = join(beside, 'valkey-server');
  writeFileSync(server, '');
  const checker = findOnPath(['redis-check-aof'], process.env);
  const asValkey = `#!/bin/sh\nexec '${checker}' "$1"\n`;
  writeFileSync(join(beside, 'valkey-check-aof'), asValkey, { mode: 0o755 });
  writeFileSync(join(folder, 'redis-check-aof'), '#!/bin/sh\n', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { left } = await repair(Buffer.from(A + ZEROS), { server });
  expect(left.toString()).toBe(A);
});

test('what is whole is left as it is, also what looks like a command within a value', async () => {
  const whole = A + command('HSET', 'h', 'c', `x${C}${C}`) + MULTI + A + B + EXEC;
  expect(await repair(Buffer.from(whole))).toMatchObject({ isRepaired: false, said: '' });
  expect(await repair(Buffer.alloc(0))).toMatchObject({ isRepaired: false, said: '' });
});

test('of what is left out the time of the write before it is said', async () => {
  const { said } = await repair(Buffer.from(TIMED + ZEROS));
  const writtenAt = new Date('2026-11-22T09:30:00Z').toLocaleString('en-GB');
  expect(said).toContain(`The last write before them was made at ${writtenAt}`);
});

test('whatever is damaged, nothing before it is lost and nothing is made up', async () => {
  const commands = [A, MULTI + A + B + EXEC, C, B, MULTI + C + EXEC, A];
  const whole = Buffer.from(commands.join(''));
  await assert(
    asyncProperty(
      nat(whole.length - 1),
      uint8Array({ minLength: 1, maxLength: 200 }),
      nat(60),
      async (at, garbage, replaced) => {
        const end = whole.subarray(at + replaced);
        const damaged = Buffer.concat([whole.subarray(0, at), garbage, end]);
        const { left } = await repair(damaged);
        const before = commands.findIndex(
          (_, i) => Buffer.byteLength(commands.slice(0, i + 1).join('')) > at,
        );
        expect(left.toString()).toContain(commands.slice(0, before).join(''));
        expect(await repair(left)).toMatchObject({ isRepaired: false });
      },
    ),
    { numRuns: 25 },
  );
});

test('without the checker of Redis nothing is changed, and it is said what to install', async () => {
  const folder = createTempFolder();
  const alone = join(folder, 'redis-server');
  writeFileSync(alone, '');
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const damaged = Buffer.from(A + ZEROS);
  const { isRepaired, left, said } = await repair(damaged, { server: alone });
  expect({ isRepaired, left }).toEqual({ isRepaired: false, left: damaged });
  expect(said).toMatch(/^redis-check-aof is neither beside .* Install it .*redis-tools/);
  // A checker that does not work is no verdict.
  writeFileSync(join(folder, 'redis-check-aof'), '#!/bin/sh\n', { mode: 0o755 });
  await expect(repair(damaged, { server: alone })).rejects.toThrow(
    /says nothing of them.* Nothing was changed/,
  );
});

/** Two bits are others. */
const HSQT = B.replace('HSET', 'HSQT');

test.for([
  { name: 'at the end', file: A + C + HSQT, left: A + C },
  { name: 'in the middle', file: A + HSQT + C, left: A + C },
  { name: 'the first of two', file: A + HSQT + C + HSQT + A, left: A + C + HSQT + A },
  {
    name: 'in a transaction, which is whole or not at all',
    file: A + MULTI + A + HSQT + C + EXEC + MULTI + C + EXEC,
    left: A + MULTI + C + EXEC,
  },
  {
    name: 'and not its name within a value',
    file: command('HSET', 'h', 'c', HSQT) + HSQT + A,
    left: command('HSET', 'h', 'c', HSQT) + A,
  },
])(
  'a command that became an unknown one leaves the file whole, and is left out: $name',
  async ({ file, left }) => {
    expect(await repair(Buffer.from(file))).toMatchObject({ isRepaired: false });
    const repaired = await repair(Buffer.from(file), { unknown: 'HSQT' });
    expect(repaired.left.toString()).toBe(left);
    expect(repaired.said).toContain(`${Buffer.byteLength(file) - Buffer.byteLength(left)} bytes`);
  },
);

test('an unknown name is found as the log of Redis shows it: up to a zero, and with bytes that are no letters', async () => {
  for (const name of ['HS\0T', 'HS\x80T', 'HS\nT']) {
    const struck = Buffer.from(C + command('HSET', 'h', 'a', 'x').replace('HSET', name), 'latin1');
    const { left } = await repair(struck, { unknown: name.split('\0')[0] ?? '' });
    expect(left.toString()).toBe(C);
  }
  // Of another command Redis knows more than is damaged.
  expect(await repair(Buffer.from(A + C), { unknown: 'HSQT' })).toMatchObject({
    isRepaired: false,
  });
});

test('[CF8] a bit is put right also where much more follows without a transaction', async () => {
  const rest = command('HSET', 'h', 'b', 'x'.repeat(700)).repeat(150);
  const whole = Buffer.from(A + C + A + rest);
  const struck = Buffer.from(whole);
  const at = A.length + C.length + 3;
  struck[at] = (struck[at] ?? 0) ^ 0x10;
  const { left, isRepaired } = await repair(struck);
  expect(isRepaired).toBe(true);
  expect(left.equals(whole)).toBe(true);
});

const KNOWN = new Set(['MULTI', 'EXEC', 'HSET', 'HSETNX', 'HINCRBY', 'DEL']);

test('[CF8] a bit that flipped in how a command is written is put right, wherever it was', async () => {
  const whole = Buffer.from(A + MULTI + A + B + EXEC + store(1, 1) + C + store(2, 2) + A);
  const places = [...readCommands(whole)].flatMap(({ start, end, words }) => {
    const text = whole.toString('latin1', start, end);
    const name = [whole.indexOf(words[0] ?? '', start), words[0]?.length ?? 0];
    const heads = text.matchAll(/[*$]\d+\r\n/g);
    return [name].concat(Array.from(heads, ({ 0: head, index }) => [start + index, head.length]));
  });
  let repaired = 0;
  for (const [from = 0, length = 0] of places) {
    const at = from + (from % length);
    const struck = Buffer.from(whole);
    struck[at] = (struck[at] ?? 0) ^ (1 << (from % 8));
    const name = [...readCommands(struck)].find(({ name: one }) => !KNOWN.has(one));
    const unknown = name?.words[0]?.toString('latin1').split('\0')[0];
    const { left, isRepaired, said } = await repair(
      struck,
      unknown === undefined ? {} : { unknown },
    );
    // Another spelling of a name, or of a number, is none to Redis.
    if (!isRepaired) continue;
    repaired += 1;
    expect(left.equals(whole), `byte ${at}: ${said}`).toBe(true);
    expect(said).toMatch(/^One bit of Redis's data had flipped, in byte [\d,]+ of appendonly.aof/);
  }
  expect(repaired).toBeGreaterThan(0.8 * places.length);
});

/** What a script of the race writes for a read that it stores. */
function store(seq: number, version: number, { hasMark = true } = {}): string {
  return [
    MULTI,
    command('HSETNX', '{race}:scans', `mat:${seq}`, '{"source":"mat","session":"run-1"}'),
    ...(hasMark ? [command('HSET', '{race}:sources', 'mat|run-1', String(seq))] : []),
    command('HINCRBY', '{race}:meta', 'version', '1'),
    command('HSET', '{race}:changes', String(version), '{}'),
    EXEC,
  ].join('');
}

/** The same where the mark is not to be believed. */
const unmarked = (seq: number, version: number): string => store(seq, version, { hasMark: false });

/** A mark for a journal that has none any more. */
const MARK = ['HSETNX', '{race}:sources', 'mat|run-1', '0'];

/** The words of the last commands of a file. */
function lastWords(bytes: Buffer, count: number): readonly string[][] {
  return [...readCommands(bytes)].slice(-count).map(({ words }) => words.map(String));
}

const UUID = expect.stringMatching(/^[\da-f]{8}-/) as string;

test('[CF8] behind what is left out no mark is believed, the version goes on behind the last, and the race has another epoch', async () => {
  const whole = store(1, 1) + store(2, 2) + ZEROS + store(4, 4) + store(5, 5);
  const { left, said } = await repair(Buffer.from(whole));
  expect(left.toString()).toContain(store(1, 1) + store(2, 2) + unmarked(4, 4) + unmarked(5, 5));
  expect(lastWords(left, 3)).toEqual([
    ['EXEC'],
    MARK,
    ['HSET', '{race}:meta', 'epoch', UUID, 'version', '5', 'staleBands', '1'],
  ]);
  expect(said).toContain('scanners that run send all of theirs again');
  expect(await repair(left)).toMatchObject({ isRepaired: false });
});

test('[CF8] at the end of the file marks and version are right, and the epoch is another', async () => {
  const { left, said } = await repair(Buffer.from(store(1, 1) + store(2, 2).slice(0, -4)));
  expect(left.toString()).toContain(store(1, 1));
  expect(lastWords(left, 3)).toEqual([['EXEC'], MARK, ['HSET', '{race}:meta', 'epoch', UUID]]);
  expect(said).not.toContain('scanners');
});

test('[CF8] a later file is behind the damage of an earlier one, and is corrected', async () => {
  const dir = createTempFolder();
  const folder = join(dir, 'appendonlydir');
  mkdirSync(folder);
  const [first, second] = [1, 2].map((n) => `appendonly.aof.${n}.incr.aof`);
  writeFileSync(join(folder, first ?? ''), store(1, 1) + store(2, 2).slice(0, -4));
  writeFileSync(join(folder, second ?? ''), store(3, 3));
  writeFileSync(
    join(folder, 'appendonly.aof.manifest'),
    `file ${first} seq 1 type i\nfile ${second} seq 2 type i\n`,
  );
  const steps = { say: vi.fn(), during: <T>(_: string, work: () => Promise<T>) => work() };
  expect(await repairDataFiles(dir, getRedisServerPath(), steps)).toBe(true);
  expect(readFileSync(join(folder, first ?? ''), 'utf8')).toBe(store(1, 1));
  const corrected = readFileSync(join(folder, second ?? ''));
  expect(corrected.toString()).toContain(unmarked(3, 3));
  expect(lastWords(corrected, 2)).toEqual([
    MARK,
    ['HSET', '{race}:meta', 'epoch', UUID, 'version', '3', 'staleBands', '1'],
  ]);
  // Only what was damaged is kept.
  expect(readdirSync(join(dir, 'damaged'))).toHaveLength(1);
});
