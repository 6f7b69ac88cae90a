import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { CACHE_DIR, PROJECT_DIR } from './project.mjs';

/**
 * Keeps what a failed tool printed, since two lines cannot hold it.
 * @param {string} name
 * @param {string} output
 * @returns {string} the file, as seen from the project's folder
 */
export function keepToolLog(name, output) {
  const folder = join(CACHE_DIR, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  writeFileSync(file, output);
  return relative(PROJECT_DIR, file);
}
