import { debuglog } from 'node:util';

import { messageOf } from '../system/errors.mjs';
import { Failure } from './failure.mjs';

/**
 * Runs a launcher to its end and sets the exit status to what it returns. A failure is two
 * plain lines on standard error and status 1; the stack shows with `NODE_DEBUG=splitcast`.
 * @param {() => Promise<number>} launcher
 * @returns {Promise<void>}
 */
export async function runLauncher(launcher) {
  try {
    process.exitCode = await launcher();
  } catch (error) {
    debuglog('splitcast')('%o', error);
    const remedy =
      error instanceof Failure
        ? error.remedy
        : 'This was not foreseen: run it again with NODE_DEBUG=splitcast to see where it happened.';
    process.stderr.write(`${messageOf(error)}\n${remedy}\n`);
    process.exitCode = 1;
  }
}
