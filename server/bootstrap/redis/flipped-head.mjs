import { correctFlippedBit } from '../../system/flipped-bit.mjs';
import { findFirstCommand, readCommands } from './aof-commands.mjs';

const TRANSACTION = '*1\r\n$5\r\nMULTI\r\n';
const END = '*1\r\n$4\r\nEXEC\r\n';
const CRLF = 0x0d0a;
/** So much is read behind the damage for each bit that is tried. */
const READ_AFTER = 100_000;

/** What the scripts of a race write, and Redis itself beside it. */
const WRITTEN = [
  'HSET',
  'HSETNX',
  'HDEL',
  'HINCRBY',
  'DEL',
  'UNLINK',
  'RENAME',
  'PERSIST',
  'PEXPIREAT',
  'SELECT',
];

const OFTEN = 3;

/** @typedef {readonly [from: number, to: number]} Span */
/** @type {Span} */
const NOWHERE = [0, 0];

/**
 * Where commands are no commands, the spans in one of which a bit may have flipped.
 * @typedef {object} Reading
 * @property {boolean} isWhole
 * @property {readonly Span[]} suspects
 */

/**
 * Corrects the commands of a file in which one bit has flipped, in how a command is written: what comes of it are commands
 * again, all with names that the file has elsewhere. Undefined where several bits would do that or none.
 * @param {Buffer} bytes
 * @param {number} seen where it shows, at the start of a command or transaction
 * @returns {import('../../system/flipped-bit.mjs').Corrected | undefined}
 */
export function correctCommands(bytes, seen) {
  const from = bytes.indexOf(END, seen, 'latin1') === seen ? findRest(bytes, seen) : seen;
  const next = bytes.indexOf(TRANSACTION, seen + 1, 'latin1');
  const end = next === -1 ? bytes.length : next;
  const to = Math.min(end, seen + READ_AFTER);
  const names = listNames(bytes, from, end);
  const { suspects } = readStrictly(bytes, from, to, names, to === end);
  return correctFlippedBit(
    bytes,
    listPlaces(suspects, from, to),
    (candidate) => readStrictly(candidate, from, to, names, to === end).isWhole,
  );
}

/**
 * Of the end of a transaction that has no beginning, where it may have begun: behind the last one that is whole.
 * @param {Buffer} bytes
 * @param {number} seen
 */
function findRest(bytes, seen) {
  const part = bytes.subarray(0, seen);
  let from = findFirstCommand(part);
  for (const { name, end } of readCommands(part, from)) if (name === 'EXEC') from = end;
  return from;
}

/**
 * The names that commands may have, in upper case: what a race writes, and what stands before and behind a span again and again. A damaged
 * name may stand there as well.
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} to
 */
function listNames(bytes, from, to) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const part of [bytes.subarray(0, from), bytes.subarray(to)]) {
    for (const { name } of readCommands(part, findFirstCommand(part))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const often = [...counts].filter(([, count]) => count >= OFTEN).map(([name]) => name);
  return new Set(['MULTI', 'EXEC', ...WRITTEN, ...often]);
}

/**
 * @param {Reading['suspects']} suspects
 * @param {number} from
 * @param {number} to
 */
function listPlaces(suspects, from, to) {
  /** @type {Set<number>} */
  const places = new Set();
  for (const [start, end] of suspects) {
    for (let at = Math.max(start, from); at < Math.min(end, to); at += 1) places.add(at);
  }
  return places;
}

/**
 * Reads commands as strictly as Redis writes them.
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} to
 * @param {ReadonlySet<string>} names
 * @param {boolean} isEnd whether a command ends there, outside of transactions
 * @returns {Reading}
 */
function readStrictly(bytes, from, to, names, isEnd) {
  let before = NOWHERE;
  let command = NOWHERE;
  let word = NOWHERE;
  const stop = (/** @type {Span} */ here) => {
    return { isWhole: false, suspects: [before, command, word, here] };
  };
  let isWithin = false;
  let at = from;
  while (at < to) {
    const count = readHead(bytes, at, '*');
    if (!count || count.number === 0) return stop(around(at));
    before = command;
    command = [at, count.end];
    at = count.end;
    let name = '';
    for (let n = 0; n < count.number; n += 1) {
      const length = readHead(bytes, at, '$');
      if (!length) return stop(around(at));
      word = [at, length.end];
      const end = length.end + length.number;
      if (end + 2 > bytes.length || bytes.readUInt16BE(end) !== CRLF) return stop(around(end));
      if (n === 0) name = bytes.toString('latin1', length.end, end).toUpperCase();
      at = end + 2;
    }
    const isOutOfPlace = isWithin ? name === 'MULTI' : name === 'EXEC';
    if (isOutOfPlace || !names.has(name)) return stop([command[0], at]);
    isWithin = name === 'MULTI' || (isWithin && name !== 'EXEC');
  }
  const isWhole = !isEnd || (at === to && !isWithin);
  return isWhole ? { isWhole, suspects: [] } : stop(NOWHERE);
}

/** @param {number} at */
function around(at) {
  return /** @type {Span} */ ([at - 2, at + 16]);
}

/**
 * A number behind a sign, on a line of its own.
 * @param {Buffer} bytes
 * @param {number} at
 * @param {'*' | '$'} sign
 */
function readHead(bytes, at, sign) {
  if (bytes[at] !== sign.charCodeAt(0)) return undefined;
  let number = 0;
  let end = at + 1;
  for (; end < at + 12; end += 1) {
    const digit = (bytes[end] ?? 0) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    number = number * 10 + digit;
  }
  const isLine = end > at + 1 && end + 2 <= bytes.length && bytes.readUInt16BE(end) === CRLF;
  return isLine ? { number, end: end + 2 } : undefined;
}
