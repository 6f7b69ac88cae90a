import { spawn } from 'node:child_process';

import { messageOf } from '../system/errors.mjs';

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
