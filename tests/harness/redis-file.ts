import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readCommands } from '#server/bootstrap/redis/aof-commands.mjs';
import type { Random } from '#server/system/random.ts';

import { SETTINGS_ID } from './history.ts';
import type { Struck } from './plan-faults.ts';

/** Bytes that are zeros where a span of a file is struck. */
const SPAN = [600, 3_000] as const;

/** All that a script of the race wrote, as one. */
interface Transaction {
  readonly start: number;
  readonly end: number;
  /** Where the commands begin, and where what they say does. */
  readonly heads: readonly (readonly [number, number])[];
  readonly text: string;
}

/**
 * Strikes the append-only file that a Redis of this folder writes to, while it does not run: a bit or two of how a command begins, in any
 * transaction or in the last, a span of some of them, or of a read or its id. What came before the first read is spared, since without
 * it there is no race. Returns the saves, taps, runners and wristbands of the transactions that were struck, or the id of the read.
 */
export function strikeRedisFile(dir: string, struck: Struck, random: Random): readonly string[] {
  const folder = join(dir, 'appendonlydir');
  const names = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
  const path = join(folder, names.toSorted().at(-1) ?? '');
  const bytes = readFileSync(path);
  const all = listTransactions(bytes);
  const race = all.slice(all.findIndex(isOfRead));
  const chosen = struck === 'last' ? race.at(-1) : race.length > 0 && random.pick(race);
  if (!chosen || !all.some(isOfRead)) return [];
  if (struck === 'read') return strikeRead(path, bytes, random);
  const [from, to] = random.pick(chosen.heads);
  if (struck === 'span') {
    const end = Math.min(from + random.int(...SPAN), bytes.length);
    bytes.fill(0, from, end);
    writeFileSync(path, bytes);
    return race.filter((one) => one.start < end && one.end > from).flatMap(namesOf);
  }
  flipOneOrTwo(bytes, random.int(from, to - 2), random);
  writeFileSync(path, bytes);
  return namesOf(chosen);
}

function strikeRead(path: string, bytes: Buffer, random: Random): readonly string[] {
  const stored = [...readCommands(bytes)].filter(
    ({ name, words }) => name === 'HSETNX' && words[1]?.toString().endsWith(':scans'),
  );
  const [id, text] = random.pick(stored).words.slice(2);
  if (!id || !text) return [];
  const scanId = id.toString();
  // An id whose bytes are no text can be read, but not be taken away by its name.
  if (random.chance(0.3)) flipBit(id, random.int(0, id.length - 1), random, 6);
  else flipOneOrTwo(text, random.int(0, saidLength(text) - 2), random);
  writeFileSync(path, bytes);
  return [scanId];
}

/** What follows says where and when the read came in, which no result depends on. */
function saidLength(text: Buffer): number {
  const till = text.indexOf(',"session"');
  return till === -1 ? text.length : till;
}

/** Of one alone what is around it shows which it was. */
function flipOneOrTwo(bytes: Buffer, at: number, random: Random): void {
  flipBit(bytes, at, random);
  if (random.chance(0.5)) flipBit(bytes, at + 1, random);
}

function flipBit(bytes: Buffer, at: number, random: Random, highest = 7): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, highest));
}

function isOfRead({ text }: Transaction): boolean {
  return text.includes(':scans\r\n');
}

function listTransactions(bytes: Buffer): readonly Transaction[] {
  const transactions: Transaction[] = [];
  let start = 0;
  let heads: (readonly [number, number])[] = [];
  for (const command of readCommands(bytes)) {
    if (command.name === 'MULTI') [start, heads] = [command.start, []];
    const name = bytes.indexOf(`${command.words[0]?.toString('latin1')}\r\n`, command.start);
    heads.push([command.start, name + (command.words[0]?.length ?? 0)]);
    if (command.name !== 'EXEC') continue;
    const text = bytes.toString('utf8', start, command.end);
    transactions.push({ start, end: command.end, heads, text });
  }
  return transactions;
}

function namesOf(transaction: Transaction): readonly string[] {
  if (isOfRead(transaction)) return [];
  const { text } = transaction;
  const isOfSettings = text.includes('"action":"config"');
  const found = [
    ...text.matchAll(/"(?:runClub|pageTitle)":"([^"]+)"/g),
    ...text.matchAll(/"(?:reportId|runnerId|bandId)":"([^"]+)"/g),
    ...text.matchAll(/\r\nsighting ([\w-]+)\r\n/g),
  ];
  return [...(isOfSettings ? [SETTINGS_ID] : []), ...found.map(([, name = '']) => name)];
}
