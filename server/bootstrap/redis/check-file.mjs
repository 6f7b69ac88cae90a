import { realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

import { Failure } from '../launcher.mjs';
import { runTool } from '../run-tool.mjs';
import { findOnPath } from '../system-packages.mjs';

/** It comes with every Redis, under this name with every Valkey. */
const CHECKER_NAMES = ['redis-check-aof', 'valkey-check-aof'];

/**
 * What Redis's own checker says of a file.
 * @typedef {object} Verdict
 * @property {number} wholeBytes so much from the start can be loaded, a transaction whole or not at all
 * @property {boolean} isRestOfTransaction behind it comes the end of a transaction that did not begin in it
 */

/**
 * Undefined for an empty file, and for a snapshot that is damaged, also at the start of a file.
 * @typedef {(file: string) => Promise<Verdict | undefined>} CheckFile
 */

/**
 * The checker of a server: beside it, else on PATH; undefined where there is none.
 * @param {string} server
 * @returns {CheckFile | undefined}
 */
export function findChecker(server) {
  const folders = [server, realpathSync(server)].map((file) => dirname(file));
  const PATH = folders.concat(process.env['PATH'] ?? '').join(delimiter);
  const checker = findOnPath(CHECKER_NAMES, { PATH });
  if (checker === undefined) return undefined;
  return async (file) => {
    const { output } = await runTool(checker, [file]);
    const [, wholeBytes] = /\bok_up_to=(\d+)/.exec(output) ?? [];
    const isRestOfTransaction = output.includes('Unexpected EXEC');
    if (wholeBytes) return { wholeBytes: Number(wholeBytes), isRestOfTransaction };
    if (/\bRDB\b| is empty|Empty file/.test(output)) return undefined;
    throw new Failure(
      `Redis cannot load its data, and ${checker} says nothing of them: ${output.trim().split('\n').at(-1)}. Nothing was changed.`,
      'Set REDIS_SERVER_PATH to the redis-server of another installation, and run it again.',
    );
  };
}
