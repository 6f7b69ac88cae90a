import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { codeOf } from './errors.mjs';

/**
 * Makes new and renamed names in a folder survive a power cut: what is synced of a file does not include its name. A
 * stick whose file system cannot sync folders still has the files.
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
 * Makes a folder where there is none, with those it is in, so that all of them survive a power cut.
 * @param {string} path
 * @param {object} [options]
 * @param {string} [options.within] what is in this folder may be of a start that ended before it was synced
 * @param {number} [options.mode] of each folder that is made
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
