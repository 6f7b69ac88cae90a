import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { Failure } from './launcher.mjs';

/** @typedef {import('./redis.mjs').Place} Place */
/** `kept`: the folder with a copy of the file. @typedef {{ file: string, kept: string }} Torn */

const APPEND_ONLY = 'appendonly.aof';
/** In the folder of the server. */
export const APPEND_ONLY_FOLDER = 'appendonlydir';
/** The key of a race, the time, the epoch, and the version in it. */
const BACKUP_NAME =
  /^splitcast-(.*)-(\d{4}-\d\d-\d\dT\d\d-\d\d)-\d\d\.\d{3}Z-(.*)-(\d+)\.backup\.gz$/;

/** Ends each change of a race in the file, since its script is one transaction. */
const END_OF_CHANGE = '\r\n*1\r\n$4\r\nEXEC\r\n';
/** The log of Redis for a file that ends within a command. */
const ENDS_EARLY = /Unexpected end of file reading the append only file/;
/** The logs of various versions of Redis for unreadable files. */
const DAMAGED =
  /error in RDB|Short read or OOM|RDB checksum|Wrong signature|append only file|AOF (?:manifest )?file|empty AOF manifest/i;
/** A snapshot of a newer Redis is not damaged: another server can read it. */
const NEWER_SNAPSHOT = 'RDB format version';

const appendOnlyFolder = (/** @type {string} */ dir) => join(dir, APPEND_ONLY_FOLDER);

/** @param {string} dir */
function listFiles(dir) {
  return existsSync(appendOnlyFolder(dir)) ? readdirSync(appendOnlyFolder(dir)) : [];
}

/**
 * Throws if files are missing that Redis would start without: it takes a missing manifest, or an empty base, for an empty
 * record, and a truncated manifest for a complete one.
 * @param {Place} place
 */
export function requireAllFiles(place) {
  const folder = appendOnlyFolder(place.dir);
  const written = listFiles(place.dir).filter((name) => statSync(join(folder, name)).size > 0);
  const manifest = join(folder, `${APPEND_ONLY}.manifest`);
  const list = existsSync(manifest) ? readFileSync(manifest, 'latin1') : '';
  // An unlisted base was left by an interrupted rewrite.
  if (written.some((name) => name.endsWith('.incr.aof') && !list.includes(name))) {
    throw describeLoss(place, `the list of its files, ${manifest}, is damaged`);
  }
  const base = /^file (\S+\.base\.\S+) seq \d+ type b/m.exec(list)?.[1];
  if (base !== undefined && !written.includes(base)) {
    throw describeLoss(place, `${join(folder, base)} is missing or empty`);
  }
}

/** The number of an incremental file, from 1; 0 for other files. @param {string} name */
function orderOf(name) {
  return Number(/\.(\d+)\.incr\.aof$/.exec(name)?.[1] ?? 0);
}

/**
 * Prepares a file torn by a power cut, so that it ends within a command or with zeros, for a server with
 * `aof-load-truncated yes`: keeps a copy and cuts off the zeros, which Redis would not. No server may be running.
 * @param {string} dir
 * @param {string} log of the server that could not load its files
 * @returns {Torn | undefined} undefined for other damage
 */
export function prepareTornTail(dir, log) {
  const [last = ''] = listFiles(dir).toSorted((a, b) => orderOf(b) - orderOf(a));
  if (orderOf(last) === 0) return undefined;
  const file = join(appendOnlyFolder(dir), last);
  const content = readFileSync(file);
  let end = content.length;
  while (content[end - 1] === 0) end -= 1;
  if (end === content.length && !ENDS_EARLY.test(log)) return undefined;
  const kept = asideOf(dir);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  copyFileSync(file, join(kept, basename(file)));
  truncateSync(file, end);
  return { file, kept };
}

/** Puts a torn file back as it was. @param {Torn} torn */
export function restoreTorn({ file, kept }) {
  renameSync(join(kept, basename(file)), file);
}

/**
 * Describes the end of a torn file that the server dropped. A torn end was never acknowledged (`appendfsync always`); but
 * damage further up may look the same to Redis, which then drops everything after it.
 * @param {Torn} torn
 * @param {Place} place
 */
export function describeTornTail({ file, kept }, place) {
  const tail = readFileSync(join(kept, basename(file))).subarray(statSync(file).size);
  const length = tail.length.toLocaleString('en-GB');
  const changes = (tail.toString('latin1').split(END_OF_CHANGE).length - 1).toLocaleString('en-GB');
  const said = `${basename(file)} was torn, as by a power cut: its last ${length} bytes are left out. The file as it was is kept in ${kept}`;
  if (changes === '0') return said;
  return `${said}. Up to ${changes} changes were in it: check the last saves. ${adviseRestore(place)}`;
}

/**
 * The failure of a server with damaged files; undefined for another cause.
 * @param {Place} place
 * @param {string} log
 * @param {string} why
 * @returns {Failure | undefined}
 */
export function findDamage(place, log, why) {
  if (!DAMAGED.test(log) || log.includes(NEWER_SNAPSHOT)) return undefined;
  // The advice of Redis would drop everything after the damage.
  return describeLoss(place, why.replace(/: make a backup of .*|[.] You can: .*/, ''));
}

/** @param {Place} place @param {string} what */
function describeLoss(place, what) {
  const said = `Redis cannot load its data: ${what}. Nothing was changed.`;
  return new Failure(said, adviseRestore(place));
}

/** How to restore the newest backup, after which scanners send their reads again. @param {Place} place */
function adviseRestore({ dir, backupDir }) {
  const names = backupDir !== undefined && existsSync(backupDir) ? readdirSync(backupDir) : [];
  const backups = names.map((name) => BACKUP_NAME.exec(name)).filter((found) => found !== null);
  const [last] = backups.toSorted((a, b) => (b[2] ?? '').localeCompare(a[2] ?? ''));
  // Within an epoch by version: the clock may have been wrong when one was made.
  const [newest] = backups
    .filter(([, raceKey, , epoch]) => raceKey === last?.[1] && epoch === last?.[3])
    .toSorted((a, b) => Number(b[4]) - Number(a[4]));
  const aside = quote(asideOf(dir));
  const move = `mkdir -p ${aside} && mv ${quote(appendOnlyFolder(dir))} ${aside}`;
  if (!newest || backupDir === undefined) {
    return `There is no backup${backupDir === undefined ? '' : ` in ${backupDir}`}. Put the folder ${dir} back from a copy; or begin with an empty race: ${move}`;
  }
  const [name, raceKey, at = ''] = newest;
  const time = at.replace(/T(\d\d)-/, ' $1:');
  return `The newest backup is of ${time} UTC. To go back to it: ${move} && npm run restore -- ${quote(join(backupDir, name))} --replace ${raceKey}`;
}

/** The folder for files that cannot be loaded. @param {string} dir */
function asideOf(dir) {
  return join(dir, 'damaged', new Date().toISOString().replaceAll(':', '-'));
}

/** A path quoted for a shell. @param {string} path */
function quote(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
