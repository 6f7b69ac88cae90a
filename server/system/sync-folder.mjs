import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { codeOf } from './errors.mjs';

/**
 * Makes new and renamed files in a folder survive a power cut, since syncing a file does not sync its name. Does nothing
 * on file systems that cannot sync folders, as on some sticks.
 * @param {string} path
 */
export async function syncFolder(path) {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

/**
 * Creates a folder with its parents, so that all of them survive a power cut.
 * @param {string} path
 * @param {object} [options]
 * @param {string} [options.within] folders below this one are synced even if they exist: the start that created them may
 *   have ended before syncing them
 * @param {number} [options.mode] of each new folder
 */
export async function makeFolder(path, { within = path, mode } = {}) {
  const made = await mkdir(path, { recursive: true, mode });
  const tops = [within, ...(made === undefined ? [] : [dirname(made)])].map((top) => resolve(top));
  const [top] = tops.toSorted((a, b) => a.length - b.length);
  for (let at = resolve(path); at !== top;) {
    at = dirname(at);
    await syncFolder(at);
  }
}
