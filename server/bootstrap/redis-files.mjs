import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { codeOf } from '../system/errors.mjs';
import { Failure } from './launcher.mjs';

const SNAPSHOT = 'dump.rdb';
const APPEND_ONLY = 'appendonly.aof';
const INCREMENT = /^appendonly\.aof\.\d+\.incr\.aof$/;
const MANIFEST_LINE = /^file (\S+) seq \d+ type ([bhi])$/;
const BACKUP_NAME = /^splitcast-(.*)-(\d{4}-\d\d-\d\dT\d\d-\d\d)-\d\d\.\d{3}Z-.*\.backup\.gz$/;

/** What ends each change of a race in the file: the script that makes it runs as one transaction. */
const END_OF_CHANGE = '\r\n*1\r\n$4\r\nEXEC\r\n';

/** What Redis logs of a file that ends within a command. */
const ENDS_EARLY = /Unexpected end of file reading the append only file/;

/** @param {string} dir */
function appendOnlyFolder(dir) {
  return join(dir, 'appendonlydir');
}

/** @param {string} dir */
function manifestFile(dir) {
  return join(appendOnlyFolder(dir), `${APPEND_ONLY}.manifest`);
}

/**
 * Whether there is a snapshot and no append-only file. Redis with `appendonly yes` would ignore
 * that snapshot, start empty, and write over it.
 * @param {string} dir
 */
export function hasOnlySnapshot(dir) {
  return existsSync(join(dir, SNAPSHOT)) && findLastFile(dir) === undefined;
}

/**
 * The file that Redis appends to: the last of its list, or the only one of a Redis before 7.
 * @param {string} dir
 */
function findLastFile(dir) {
  const name = readManifest(dir)?.findLast(({ isHistory }) => !isHistory)?.name;
  const file = name === undefined ? join(dir, APPEND_ONLY) : join(appendOnlyFolder(dir), name);
  return existsSync(file) ? file : undefined;
}

/**
 * Throws where Redis would start without a part of its files: it takes a missing list of them, and
 * an empty snapshot, for an empty record, and a list that was cut for all there is.
 * @param {import('./redis.mjs').Place} place
 */
export function requireAllFiles(place) {
  const folder = appendOnlyFolder(place.dir);
  if (!existsSync(folder)) return;
  const written = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > 0);
  const entries = readManifest(place.dir);
  const listed = new Set((entries ?? []).map(({ name }) => name));
  const isAllListed = written
    .filter((name) => (entries ? INCREMENT.test(name) : name.endsWith('.aof')))
    .every((name) => listed.has(name));
  if (!isAllListed) {
    throw describeLoss(place, `the list of its files, ${manifestFile(place.dir)}, is damaged`);
  }
  for (const { name, isHistory } of entries ?? []) {
    if (isHistory || written.includes(name) || INCREMENT.test(name)) continue;
    throw describeLoss(place, `${join(folder, name)} is missing or empty`);
  }
}

/**
 * The entries of the manifest; a file that was rewritten since is history, and not loaded.
 * @param {string} dir
 * @returns {{ name: string, isHistory: boolean }[] | undefined} undefined when there is none that
 * Redis understands
 */
function readManifest(dir) {
  try {
    const lines = readFileSync(manifestFile(dir), 'latin1').trim().split('\n');
    const entries = lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => MANIFEST_LINE.exec(line));
    if (entries.length === 0 || entries.includes(null)) return undefined;
    return entries.map((entry) => ({ name: entry?.[1] ?? '', isHistory: entry?.[2] === 'h' }));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The end of Redis's last file that a power cut tore: it ends within a command, or in zeros.
 * @typedef {object} TornTail
 * @property {string} file
 * @property {string} kept where the file is kept as it was
 * @property {number} bytes the length of that
 */

/**
 * Prepares a torn file for a server with `aof-load-truncated yes`, which ends it behind the last
 * whole command: keeps a copy, and takes off the zeros, which Redis would not. Nobody was answered
 * that what stood there is kept (`appendfsync always`). Call it only while no server runs.
 * @param {string} dir
 * @param {string} log what the server said that ended over its files
 * @returns {TornTail | undefined} undefined where that was something else
 */
export function prepareTornTail(dir, log) {
  const file = findLastFile(dir);
  if (file === undefined || file.endsWith('.rdb')) return undefined;
  const content = readFileSync(file);
  let end = content.length;
  while (content[end - 1] === 0) end -= 1;
  if (end === content.length && !ENDS_EARLY.test(log)) return undefined;
  const kept = keepDamaged(dir, file);
  if (end < content.length) truncateSync(file, end);
  return { file, kept, bytes: content.length };
}

/**
 * Says what was left out of a torn file. A file whose damage is further up may have lost whole
 * changes as well.
 * @param {import('./redis.mjs').Place} place
 * @param {TornTail} torn
 * @returns {string[]}
 */
export function describeTornTail(place, { file, kept, bytes }) {
  const whole = readFileSync(kept);
  // More may have been written since it was loaded.
  const current = readFileSync(file).subarray(0, bytes);
  let from = 0;
  while (from < current.length && current[from] === whole[from]) from += 1;
  const tail = whole.subarray(from).toString('latin1');
  const changes = tail.split(END_OF_CHANGE).length - 1;
  const said = [
    `${basename(file)} was torn, as by a power cut: its last ${(bytes - from).toLocaleString('en-GB')} bytes are left out. The file as it was is kept as ${kept}`,
  ];
  if (changes > 0) {
    said.push(
      `Up to ${changes.toLocaleString('en-GB')} changes stood there: look at what was saved last. ${adviseRestore(place)}`,
    );
  }
  return said;
}

/**
 * Damage that Redis cannot load. The folder stays as it is.
 * @param {import('./redis.mjs').Place} place
 * @param {string} what
 * @returns {Failure}
 */
export function describeLoss(place, what) {
  return new Failure(
    `Redis cannot load its data: ${what}. Nothing was changed.`,
    adviseRestore(place),
  );
}

/**
 * Says which backup to go back to, and how: scanners send their reads again by themselves.
 * @param {import('./redis.mjs').Place} place
 */
function adviseRestore({ dir, backupDir }) {
  const names = backupDir !== undefined && existsSync(backupDir) ? readdirSync(backupDir) : [];
  const [newest] = names
    .flatMap((name) => {
      const [, raceKey, time] = BACKUP_NAME.exec(name) ?? [];
      return raceKey === undefined || time === undefined ? [] : { name, raceKey, time };
    })
    .toSorted((a, b) => b.time.localeCompare(a.time));
  const aside = join(dir, 'damaged', stampNow());
  const files = [appendOnlyFolder(dir), join(dir, APPEND_ONLY), join(dir, SNAPSHOT)];
  const move = `mkdir -p ${quote(aside)} && mv ${files
    .filter((file) => existsSync(file))
    .map(quote)
    .join(' ')} ${quote(aside)}`;
  if (!newest || backupDir === undefined) {
    return `There is no backup${backupDir === undefined ? '' : ` in ${backupDir}`}. Put the folder ${dir} back from a copy; or begin with an empty race: ${move}`;
  }
  const [day, time = ''] = newest.time.split('T');
  return `The newest backup is of ${day} ${time.replace('-', ':')} UTC. To go back to it: ${move} && npm run restore -- ${quote(join(backupDir, newest.name))} --replace ${newest.raceKey}`;
}

/**
 * Keeps a copy of a damaged file.
 * @param {string} dir
 * @param {string} file
 * @returns {string} where
 */
function keepDamaged(dir, file) {
  const folder = join(dir, 'damaged');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, `${stampNow()}-${basename(file)}`);
  rmSync(`${kept}.new`, { force: true });
  copyFileSync(file, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
  return kept;
}

function stampNow() {
  return new Date().toISOString().replaceAll(':', '-');
}

/**
 * A path as a shell reads it.
 * @param {string} path
 */
function quote(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
