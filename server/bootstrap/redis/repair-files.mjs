import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname } from 'node:path';

import { findCommand, findNamed } from './aof-commands.mjs';
import { correctRecord, leaveOutMarks } from './behind-damage.mjs';
import { describeLoss, keepDamaged, listAppendOnlyFiles, replaceFile } from './data-files.mjs';
import { correctCommands } from './flipped-head.mjs';
import { Failure } from '../launcher.mjs';
import { runTool } from '../run-tool.mjs';
import { findOnPath } from '../system-packages.mjs';

const TRANSACTION = '*1\r\n$5\r\nMULTI\r\n';

/** The latest of these before the damage is the time of the last whole write. */
const TIMES = /"at":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"|"receivedMs":(\d{13})\b/g;
const TIMES_WITHIN = 65_536;

/**
 * Corrects a bit that has flipped in how a command is written (`flipped-head.mjs`). What cannot be read otherwise of the
 * append-only files, such as the zeros that a power cut leaves at their end, it leaves out, and
 * corrects what the rest says of it (`behind-damage.mjs`). Keeps each damaged file under another name, and reports what
 * was left out. Call it only while no server runs on the folder.
 * @param {string} dir
 * @param {string} server whose files they are
 * @param {import('../launcher.mjs').Steps} steps
 * @param {string} [unknown] the name of a command that the server ended over, in latin1: whoever changed a letter of it
 *   left the file whole
 * @returns {Promise<boolean>} whether there was any damage
 */
export async function repairDataFiles(dir, server, steps, unknown) {
  const check = findChecker(server);
  if (!check) {
    steps.say(
      `redis-check-aof is neither beside ${server} nor on PATH: should the data be damaged, nobody can tell what of them is whole. ` +
        'Install it (sudo apt-get install redis-tools, or brew install redis) and run this again',
    );
    return false;
  }
  const paths = listAppendOnlyFiles(dir).filter(
    (file) => !file.endsWith('.rdb') && existsSync(file) && statSync(file).size > 0,
  );
  /** @type {InspectedFile[]} */
  const files = [];
  for (const path of paths) {
    const file = await inspectFile(dir, path, check, unknown);
    if (file.corrected) {
      correct(dir, file.path, file.corrected, steps);
      // What else is damaged shows at the next start.
      return true;
    }
    files.push(file);
  }
  const first = files.findIndex(({ isDamaged }) => isDamaged);
  if (first === -1) return false;
  const struck = files.slice(first);
  const behind = struck.flatMap(({ before, behind }, i) =>
    i === 0 ? behind : [before, ...behind],
  );
  const correction = correctRecord(
    struck.map(({ bytes }) => bytes),
    behind,
  );
  // The last one first: it has the correction, without which the others may not be taken for repaired.
  for (const file of struck.toReversed()) {
    const isLast = file === struck.at(-1);
    const kept = file.isDamaged ? keepDamaged(dir, file.path) : undefined;
    // Marks are believed before the first damage alone.
    const before = file === files[first] ? file.before : leaveOutMarks(file.before);
    const left = [before, ...file.behind.map((part) => leaveOutMarks(part))];
    replaceFile(file.path, Buffer.concat(isLast ? [...left, correction] : left));
    if (kept !== undefined) report(file, kept, steps);
  }
  if (behind.length > 0) {
    steps.say(
      'Reads may be among what is left out: scanners that run send all of theirs again; start every other scanner of the race once more, and it does so too',
    );
  }
  return true;
}

/**
 * @typedef {object} InspectedFile
 * @property {string} path
 * @property {Date} changedAt
 * @property {Buffer} bytes all of it
 * @property {Buffer} before what is whole up to the first damage; all of it where there is none
 * @property {readonly Buffer[]} behind what is whole behind that
 * @property {boolean} isDamaged
 * @property {import('../../system/flipped-bit.mjs').Corrected} [corrected] where one bit is all that is wrong at the first damage
 */

/**
 * @param {string} dir
 * @param {string} path
 * @param {import('../../system/flipped-bit.mjs').Corrected} corrected
 * @param {import('../launcher.mjs').Steps} steps
 */
function correct(dir, path, { bytes, at }, steps) {
  const kept = keepDamaged(dir, path);
  replaceFile(path, bytes);
  steps.say(
    `One bit of Redis's data had flipped, in byte ${at.toLocaleString('en')} of ${basename(path)}: it is put right, and nothing is lost. ` +
      `The damaged file is kept as ${kept}`,
  );
}

/**
 * @param {string} dir
 * @param {string} path
 * @param {CheckFile} check
 * @param {string} [unknown]
 * @returns {Promise<InspectedFile>}
 */
async function inspectFile(dir, path, check, unknown) {
  const { mtime: changedAt } = statSync(path);
  const bytes = readFileSync(path);
  const { wholeBytes } = (await check(path)) ?? {};
  if (wholeBytes === undefined) {
    throw describeLoss(dir, `the snapshot that ${path} begins with is damaged`);
  }
  const file = { path, changedAt, bytes };
  const whole = { ...file, before: bytes, behind: [], isDamaged: false };
  const struck = unknown === undefined ? undefined : findNamed(bytes, unknown);
  const start = wholeBytes < bytes.length ? wholeBytes : struck?.start;
  if (start === undefined) return whole;
  const corrected = correctCommands(bytes, start);
  if (corrected) return { ...whole, corrected };
  if (wholeBytes < bytes.length) {
    const behind = await findWhole(bytes.subarray(wholeBytes), `${path}.checked`, check);
    return { ...file, before: bytes.subarray(0, wholeBytes), behind, isDamaged: true };
  }
  const behind = bytes.subarray(struck?.end);
  return {
    ...file,
    before: bytes.subarray(0, start),
    behind: behind.length > 0 ? [behind] : [],
    isDamaged: true,
  };
}

/**
 * @param {InspectedFile} file
 * @param {string} kept
 * @param {import('../launcher.mjs').Steps} steps
 */
function report({ path, bytes, before, behind, changedAt }, kept, steps) {
  const lost = behind.reduce((rest, part) => rest - part.length, bytes.length - before.length);
  const since = findTime(before.subarray(-TIMES_WITHIN));
  const isTail = behind.length === 0;
  steps.say(
    `Redis's data were damaged: ${lost.toLocaleString('en')} bytes ${isTail ? 'at the end' : 'in the middle'} of ${basename(path)}, ` +
      `from byte ${before.length.toLocaleString('en')} on, cannot be read and are left out. ` +
      `The last write before them ${since ? `was made at ${tell(since)}` : 'bears no time'}; the file was last changed at ${tell(changedAt)}`,
  );
  steps.say(
    `${isTail ? 'Everything before them' : 'Everything before and behind them'} is loaded. ` +
      `The damaged file is kept as ${kept}`,
  );
}

/**
 * The whole commands behind damage. They are worth as much as those before, since every write of a
 * race names its record and is complete. A transaction is whole or not at all. A single command may
 * be text within a value, and only counts if the file ends with it.
 * @param {Buffer} bytes from the damage to the end of the file
 * @param {string} rest a file to write what is checked to
 * @param {CheckFile} check
 */
async function findWhole(bytes, rest, check) {
  const text = bytes.toString('latin1');
  const checkFrom = async (/** @type {number} */ start) => {
    writeFileSync(rest, bytes.subarray(start), { mode: 0o600 });
    const { wholeBytes = 0, isRestOfTransaction = false } = (await check(rest)) ?? {};
    return { end: start + wholeBytes, isRestOfTransaction };
  };
  /** @type {Buffer[]} */
  const whole = [];
  try {
    for (let start = findCommand(text, 0); start !== undefined;) {
      const { end, isRestOfTransaction } = await checkFrom(start);
      let next = Math.max(end, start + 1);
      if (end > start) {
        const isSure = end === bytes.length || (findCommand(text, start + 1) ?? end) < end;
        if (isSure && !isRestOfTransaction) whole.push(bytes.subarray(start, end));
      } else if (text.startsWith(TRANSACTION, start)) {
        // A transaction without its end is dropped.
        const { end: torn } = await checkFrom(start + TRANSACTION.length);
        const another = text.indexOf(TRANSACTION, next);
        next = another === -1 ? torn : Math.min(torn, another);
      }
      start = findCommand(text, next);
    }
  } finally {
    rmSync(rest, { force: true });
  }
  return whole;
}

/** @param {Buffer} bytes */
function findTime(bytes) {
  const last = [...bytes.toString('latin1').matchAll(TIMES)].at(-1);
  if (!last) return undefined;
  return new Date(last[1] ?? Number(last[2]));
}

/** @param {Date} time */
function tell(time) {
  return time.toLocaleString('en-GB');
}

/** It comes with every Redis, under the second name with every Valkey. */
const CHECKER_NAMES = ['redis-check-aof', 'valkey-check-aof'];

/**
 * What Redis's own checker says of a file.
 * @typedef {object} Verdict
 * @property {number} wholeBytes so much from the start can be loaded, a transaction whole or not at all
 * @property {boolean} isRestOfTransaction behind it comes the end of a transaction that did not begin in it
 */

/**
 * Undefined where the file begins with a snapshot that is damaged, and for a file without a byte.
 * @typedef {(file: string) => Promise<Verdict | undefined>} CheckFile
 */

/**
 * The checker of a server: beside it, else on PATH; undefined where there is none. One of another
 * version reads the same commands, but not every snapshot.
 * @param {string} server
 * @returns {CheckFile | undefined}
 */
function findChecker(server) {
  const folders = [server, realpathSync(server)].map((file) => dirname(file));
  const checker =
    findOnPath(CHECKER_NAMES, { PATH: folders.join(delimiter) }) ??
    findOnPath(CHECKER_NAMES, process.env);
  if (checker === undefined) return undefined;
  return async (file) => {
    const { output } = await runTool(checker, [file]);
    const [, wholeBytes] = /\bok_up_to=(\d+)/.exec(output) ?? [];
    const isRestOfTransaction = output.includes('Unexpected EXEC');
    if (wholeBytes) return { wholeBytes: Number(wholeBytes), isRestOfTransaction };
    const isOfAnotherVersion = output.includes('RDB format version');
    if (!isOfAnotherVersion && /\bRDB\b| is empty|Empty file/.test(output)) return undefined;
    throw new Failure(
      `Redis cannot load its data, and ${checker} says nothing of them: ${output.trim().split('\n').at(-1)}. Nothing was changed.`,
      'Set REDIS_SERVER_PATH to the redis-server of another installation, and run it again.',
    );
  };
}
