/** How a command begins, as Redis writes it. */
const COMMAND = /\*\d{1,7}\r\n\$\d{1,3}\r\n[a-z][a-z|.]*\r\n/gi;
const [HASH, LF] = [0x23, 0x0a];

/**
 * A command of an append-only file, and where it stands there. A transaction is its commands, from MULTI to EXEC.
 * @typedef {object} AofCommand
 * @property {number} start
 * @property {number} end
 * @property {string} name in upper case
 * @property {readonly Buffer[]} words all of them, its name too
 */

/**
 * The commands of bytes that Redis's own checker found whole, from one of their boundaries on. It ends where none begins.
 * @param {Buffer} bytes
 * @param {number} [from]
 * @returns {Generator<AofCommand, void, undefined>}
 */
export function* readCommands(bytes, from = 0) {
  for (let at = from; at < bytes.length;) {
    if (bytes[at] === HASH) {
      // A note of Redis on when it wrote what follows.
      at = endOfLine(bytes, at);
      continue;
    }
    const command = readCommand(bytes, at);
    if (!command) return;
    yield command;
    at = command.end;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {AofCommand | undefined}
 */
function readCommand(bytes, start) {
  const count = readLength(bytes, start, '*');
  /** @type {Buffer[]} */
  const words = [];
  let at = endOfLine(bytes, start);
  for (let n = 0; n < count; n += 1) {
    const length = readLength(bytes, at, '$');
    const begin = endOfLine(bytes, at);
    at = begin + length + 2;
    if (!(at <= bytes.length)) return undefined;
    words.push(bytes.subarray(begin, begin + length));
  }
  const [name] = words;
  return name && { start, end: at, name: name.toString('latin1').toUpperCase(), words };
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 * @param {string} sign
 * @returns {number} NaN where there is none
 */
function readLength(bytes, at, sign) {
  const [, digits] = /^.(\d+)/s.exec(bytes.toString('latin1', at, at + 12)) ?? [];
  return bytes.toString('latin1', at, at + 1) === sign ? Number(digits ?? NaN) : NaN;
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function endOfLine(bytes, at) {
  const end = bytes.indexOf(LF, at);
  return end === -1 ? bytes.length : end + 1;
}

/**
 * A command as Redis writes it.
 * @param {readonly (string | Buffer)[]} words
 * @returns {Buffer}
 */
export function writeCommand(words) {
  const bulks = words.map((word) => (typeof word === 'string' ? Buffer.from(word) : word));
  return Buffer.concat([
    Buffer.from(`*${bulks.length}\r\n`),
    ...bulks.flatMap((bulk) => [Buffer.from(`$${bulk.length}\r\n`), bulk, Buffer.from('\r\n')]),
  ]);
}

/**
 * Where the next command seems to begin.
 * @param {string} text
 * @param {number} from
 */
export function findCommand(text, from) {
  COMMAND.lastIndex = from;
  return COMMAND.exec(text)?.index;
}

/**
 * Where the first command of that name is, or the transaction that it belongs to.
 * @param {Buffer} bytes
 * @param {string} name in latin1, as far as a log shows it
 */
export function findNamed(bytes, name) {
  /** @type {number | undefined} */
  let transactionStart;
  let isFound = false;
  for (const command of readCommands(bytes, findFirstCommand(bytes))) {
    const [word] = command.words[0]?.toString('latin1').split('\0') ?? [];
    if (command.name === 'MULTI') transactionStart = command.start;
    isFound ||= word === name;
    if (isFound && (transactionStart === undefined || command.name === 'EXEC')) {
      return { start: transactionStart ?? command.start, end: command.end };
    }
    if (command.name === 'EXEC') transactionStart = undefined;
  }
  return undefined;
}

/**
 * Where the commands begin in a file that is whole: before Redis 7 it may begin with a snapshot.
 * @param {Buffer} bytes
 */
export function findFirstCommand(bytes) {
  if (!bytes.subarray(0, 5).equals(Buffer.from('REDIS'))) return 0;
  const text = bytes.toString('latin1');
  for (let at = findCommand(text, 0); at !== undefined; at = findCommand(text, at + 1)) {
    let end = at;
    for (const command of readCommands(bytes, at)) end = command.end;
    if (end === bytes.length) return at;
  }
  return bytes.length;
}
