/**
 * A stretch of a file, from the first byte to the one after the last.
 * @typedef {{ start: number, end: number }} Stretch
 */

/**
 * What can be read of an append-only file.
 * @typedef {object} Survey
 * @property {Stretch[]} whole what Redis can load, in order; the rest is damaged
 * @property {Stretch[]} damaged in order
 * @property {number} writes how many commands are whole, a transaction counting as one
 */

/** No command and no value of Redis is larger: a length beyond is damage. */
const MOST_WORDS = 1_048_576;
const LONGEST_WORD = 512 * 1_048_576;
const LONGEST_LINE = 32;
/** Redis 7 may note times and the like between commands, each in a line of its own. */
const LONGEST_NOTE = 1_024;

const RDB_MAGIC = 'REDIS';
const RDB_END = 0xff;
const RDB_CHECKSUM_LENGTH = 8;
const [STAR, DOLLAR, HASH, CR, LF] = [0x2a, 0x24, 0x23, 0x0d, 0x0a];

/**
 * Tells whole commands from damage. A transaction is whole or not at all, since its writes only
 * make sense together. Behind damage it goes on with the next whole command: what was written
 * later is worth as much, and every write of a race names its record and says all of it.
 * @param {Buffer} bytes
 * @returns {Survey | undefined} undefined when the snapshot that some files begin with has no end
 */
export function surveyCommands(bytes) {
  const from = skipSnapshot(bytes);
  if (from === undefined) return undefined;
  /** @type {Survey} */
  const survey = { whole: [], damaged: [], writes: 0 };
  add(survey.whole, 0, from);
  let start = from;
  /** Behind damage: whether what is read may be the rest of a transaction that began in it. */
  let mayBeTorn = false;
  while (start < bytes.length) {
    const unit = readUnit(bytes, start);
    if ('brokenAt' in unit) {
      const next = findCommand(bytes, unit.brokenAt);
      add(survey.damaged, start, next);
      start = next;
      mayBeTorn = true;
      continue;
    }
    const torn = mayBeTorn ? findTornEnd(bytes, start) : undefined;
    mayBeTorn = false;
    add(torn === undefined ? survey.whole : survey.damaged, start, torn ?? unit.end);
    if (torn === undefined && !unit.isNote) survey.writes += 1;
    start = torn ?? unit.end;
  }
  return survey;
}

/**
 * @param {Stretch[]} stretches
 * @param {number} start
 * @param {number} end
 */
function add(stretches, start, end) {
  const last = stretches.at(-1);
  if (last?.end === start) last.end = end;
  else if (end > start) stretches.push({ start, end });
}

/**
 * Where the commands begin: behind the snapshot, in a file that begins with one.
 * @param {Buffer} bytes
 */
function skipSnapshot(bytes) {
  if (bytes.toString('latin1', 0, RDB_MAGIC.length) !== RDB_MAGIC) return 0;
  for (let at = bytes.indexOf(RDB_END); at !== -1; at = bytes.indexOf(RDB_END, at + 1)) {
    const end = at + 1 + RDB_CHECKSUM_LENGTH;
    if (end === bytes.length || readCommand(bytes, end)) return end;
  }
  return undefined;
}

/**
 * A command, a whole transaction or a note; or where one that is none of these may go on.
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {{ end: number, isNote: boolean } | { brokenAt: number }}
 */
function readUnit(bytes, start) {
  if (bytes[start] === HASH) {
    const note = readLine(bytes, start, LONGEST_NOTE);
    return note ? { end: note.end, isNote: true } : { brokenAt: start + 1 };
  }
  const first = readCommand(bytes, start);
  if (!first || first.name === 'EXEC') return { brokenAt: start + 1 };
  if (first.name !== 'MULTI') return { end: first.end, isNote: false };
  for (let at = first.end; ;) {
    const command = readCommand(bytes, at);
    if (!command || command.name === 'MULTI') return { brokenAt: at };
    if (command.name === 'EXEC') return { end: command.end, isNote: false };
    at = command.end;
  }
}

/**
 * Where the transaction ends whose beginning is damaged, if that is what begins here.
 * @param {Buffer} bytes
 * @param {number} start
 */
function findTornEnd(bytes, start) {
  for (let at = start; ;) {
    const command = readCommand(bytes, at);
    if (!command || command.name === 'MULTI') return undefined;
    if (command.name === 'EXEC') return command.end;
    at = command.end;
  }
}

/**
 * Where the next whole command begins that another one or the end of the file follows: of that
 * much, nothing within a value is mistaken for commands.
 * @param {Buffer} bytes
 * @param {number} from
 */
function findCommand(bytes, from) {
  for (let at = bytes.indexOf(STAR, from); at !== -1; at = bytes.indexOf(STAR, at + 1)) {
    const command = readCommand(bytes, at);
    if (!command) continue;
    const isLast = command.end === bytes.length;
    if (isLast || bytes[command.end] === HASH || readCommand(bytes, command.end)) return at;
  }
  return bytes.length;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {{ name: string, end: number } | undefined} the name in capitals
 */
function readCommand(bytes, start) {
  const head = readCount(bytes, start, STAR, MOST_WORDS);
  if (!head || head.count === 0) return undefined;
  let name = '';
  let at = head.end;
  for (let word = 0; word < head.count; word += 1) {
    const size = readCount(bytes, at, DOLLAR, LONGEST_WORD);
    if (!size) return undefined;
    const end = size.end + size.count;
    if (bytes[end] !== CR || bytes[end + 1] !== LF) return undefined;
    if (word === 0) name = bytes.toString('latin1', size.end, Math.min(end, size.end + 32));
    at = end + 2;
  }
  return /^[a-z][a-z|.]*$/i.test(name) ? { name: name.toUpperCase(), end: at } : undefined;
}

/**
 * A line such as `*3` or `$5`.
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} sign
 * @param {number} most
 */
function readCount(bytes, start, sign, most) {
  if (bytes[start] !== sign) return undefined;
  const line = readLine(bytes, start + 1, LONGEST_LINE);
  if (!line || !/^\d+$/.test(line.text)) return undefined;
  const count = Number(line.text);
  return count <= most ? { count, end: line.end } : undefined;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} longest
 */
function readLine(bytes, start, longest) {
  const near = bytes.subarray(start, start + longest);
  const length = near.indexOf('\r\n');
  if (length === -1) return undefined;
  return { text: near.toString('latin1', 0, length), end: start + length + 2 };
}
