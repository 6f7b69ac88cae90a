import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash over the files' paths and contents, whatever their dates. Links and hidden files
 * do not count.
 * @param {string} root
 * @param {readonly string[]} names files and folders in it
 * @param {readonly string[]} [except] paths in it that do not count
 * @returns {string}
 */
export function hashContent(root, names, except = []) {
  const hash = createHash('sha256');
  for (const path of names.flatMap((name) => listFiles(root, name, except))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @param {readonly string[]} except
 * @returns {string[]}
 */
function listFiles(root, path, except) {
  if (except.includes(path)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => entry.name)
    .toSorted()
    .flatMap((name) => listFiles(root, `${path}/${name}`, except));
}
