import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { messageOf } from '../system/errors.mjs';
import { CACHE_DIR, PROJECT_DIR } from './settings.mjs';

/**
 * Runs a program to its end without showing what it prints.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ ok: boolean, output: string }>} both its outputs as they came in; a
 *   program that cannot be started is not ok and its output says why
 */
export async function runTool(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const chunks = [];
    const output = () => Buffer.concat(chunks).toString();
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: messageOf(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output() }));
  });
}

/**
 * Keeps the output of a failed tool, which two lines cannot hold.
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
