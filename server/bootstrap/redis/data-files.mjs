import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { codeOf } from '../../system/errors.mjs';
import { Failure } from '../launcher.mjs';

const SNAPSHOT = 'dump.rdb';
const APPEND_ONLY = 'appendonly.aof';
const BASE = /^appendonly\.aof(?:\.\d+\.base\.(?:rdb|aof))?$/;
const INCREMENT = /^appendonly\.aof\.(\d+)\.incr\.aof$/;
const MANIFEST_LINE = /^file (\S+) seq \d+ type ([bhi])$/;

/** @param {string} dir */
export function snapshotFile(dir) {
  return join(dir, SNAPSHOT);
}

/** @param {string} dir */
function appendOnlyFolder(dir) {
  return join(dir, 'appendonlydir');
}

/** @param {string} dir */
function manifestFile(dir) {
  return join(appendOnlyFolder(dir), `${APPEND_ONLY}.manifest`);
}

/**
 * Whether there is a snapshot and no append-only file beside it. Redis with `appendonly yes`
 * would ignore that snapshot, start empty, and write over it.
 * @param {string} dir
 */
export function hasOnlySnapshot(dir) {
  return existsSync(snapshotFile(dir)) && listAppendOnlyFiles(dir).length === 0;
}

/**
 * The files that Redis loads, in order: a base and its increments, or the one file of a Redis
 * before 7.
 * @param {string} dir
 * @returns {string[]}
 */
export function listAppendOnlyFiles(dir) {
  const folder = appendOnlyFolder(dir);
  const listed = readManifest(dir)?.filter(({ isHistory }) => !isHistory);
  if (listed) return listed.map(({ name }) => join(folder, name));
  const single = join(dir, APPEND_ONLY);
  return existsSync(single) ? [single] : [];
}

/**
 * Writes the manifest anew where it does not fit the files beside it. Redis takes a missing
 * manifest for an empty record, and a cut one for all there is; both would lose the rest of the
 * files.
 * @param {string} dir
 * @param {import('../launcher.mjs').Steps} steps
 */
export function repairManifest(dir, steps) {
  const folder = appendOnlyFolder(dir);
  if (!existsSync(folder)) return;
  const sizes = new Map(
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]),
  );
  const written = [...sizes.keys()].filter((name) => sizes.get(name) !== 0);
  const bases = written.filter((name) => BASE.test(name));
  const increments = written
    .filter((name) => INCREMENT.test(name))
    .toSorted((a, b) => sequenceOf(a) - sequenceOf(b));
  const entries = readManifest(dir);
  if (entries) {
    for (const { name, isHistory } of entries) {
      if (isHistory || written.includes(name)) continue;
      const file = join(folder, name);
      if (!sizes.has(name)) throw describeLoss(dir, `${file} is missing`);
      // Redis would take it for an empty record, but no snapshot is ever empty.
      if (name.endsWith('.rdb')) throw describeLoss(dir, `${file} is empty`);
    }
    const listed = entries.map(({ name }) => name);
    const isBaseListed = bases.length === 0 || listed.some((name) => BASE.test(name));
    if (isBaseListed && increments.every((name) => listed.includes(name))) return;
  }
  const [base, ...otherBases] = bases;
  if (base === undefined && increments.length === 0) return;
  const hasGap = increments.some(
    (name, i) => i > 0 && sequenceOf(name) !== sequenceOf(increments[i - 1] ?? '') + 1,
  );
  if (base === undefined || otherBases.length > 0 || hasGap) {
    throw describeLoss(dir, `the list of its files, ${manifestFile(dir)}, is damaged`);
  }
  const kept = existsSync(manifestFile(dir)) ? keepDamaged(dir, manifestFile(dir)) : undefined;
  const lines = [
    `file ${base} seq ${/\d+/.exec(base)?.[0] ?? 1} type b\n`,
    ...increments.map((name) => `file ${name} seq ${sequenceOf(name)} type i\n`),
  ];
  replaceFile(manifestFile(dir), lines.join(''));
  steps.say(
    `The list of Redis's files was ${kept ? 'damaged' : 'missing'}; it was made anew from the ${written.length} files that are there`,
  );
  if (kept) steps.say(`The damaged list is kept as ${kept}`);
}

/**
 * The entries of the manifest; a file that was rewritten since is history, and not loaded.
 * @param {string} dir
 * @returns {{ name: string, isHistory: boolean }[] | undefined} undefined when there is none that
 * Redis understands
 */
function readManifest(dir) {
  try {
    const lines = readFileSync(manifestFile(dir), 'latin1').split('\n');
    if (lines.pop() !== '' || lines.length === 0) return undefined;
    const entries = lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => MANIFEST_LINE.exec(line));
    if (entries.includes(null)) return undefined;
    return entries.map((entry) => ({ name: entry?.[1] ?? '', isHistory: entry?.[2] === 'h' }));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} increment */
function sequenceOf(increment) {
  return Number(INCREMENT.exec(increment)?.[1]);
}

/**
 * Damage that cannot be repaired here, and what can be done about it.
 * @param {string} dir
 * @param {string} what
 * @returns {Failure}
 */
export function describeLoss(dir, what) {
  const folder = appendOnlyFolder(dir);
  const aside = existsSync(folder) ? folder : join(dir, APPEND_ONLY);
  const snapshot = existsSync(snapshotFile(dir))
    ? `go on with the snapshot of ${statSync(snapshotFile(dir)).mtime.toLocaleString('en-GB')}`
    : 'begin with an empty record';
  return new Failure(
    `Redis cannot load its data: ${what}. Nothing was changed.`,
    `Put the folder ${dir} back from a copy; or, to ${snapshot}, rename ${aside} and run it again.`,
  );
}

/**
 * Gives a damaged file a second name that keeps it, whatever happens to the first.
 * @param {string} dir
 * @param {string} file
 * @returns {string} that name
 */
export function keepDamaged(dir, file) {
  const folder = join(dir, 'damaged');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(':', '-').replace(/\..*/, '');
  for (let copy = 1; ; copy += 1) {
    const kept = join(folder, `${stamp}${copy === 1 ? '' : `-${copy}`}-${basename(file)}`);
    try {
      linkSync(file, kept);
      return kept;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      // Some disks, such as memory sticks, have no hard links.
      copyFileSync(file, kept);
      return kept;
    }
  }
}

/**
 * Replaces a file with this content, atomically and synced to the disk.
 * @param {string} file
 * @param {string | Buffer} content
 */
export function replaceFile(file, content) {
  const aside = `${file}.repaired`;
  rmSync(aside, { force: true });
  writeFileSync(aside, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(aside, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
