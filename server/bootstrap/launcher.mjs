import { debuglog } from 'node:util';

import { codeOf, messageOf } from '../system/errors.mjs';
import { surviveFullDisk } from '../system/full-disk.mjs';

/** The codes of a disk, or a share of one, that is full. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Runs a launcher to its end and sets the exit status to what it returns. A failure is two
 * plain lines on standard error and status 1; the stack shows with `NODE_DEBUG=splitcast`.
 * @param {() => Promise<number>} launcher
 * @returns {Promise<void>}
 */
export async function runLauncher(launcher) {
  surviveFullDisk();
  try {
    process.exitCode = await launcher();
  } catch (error) {
    debuglog('splitcast')('%o', error);
    const remedy =
      error instanceof Failure
        ? error.remedy
        : NO_ROOM.has(codeOf(error) ?? '')
          ? 'The disk is full: make room on it, then run it again.'
          : 'This was not foreseen: run it again with NODE_DEBUG=splitcast to see where it happened.';
    process.stderr.write(`${messageOf(error)}\n${remedy}\n`);
    process.exitCode = 1;
  }
}

const TICK_MS = 1_000;
/** Without a terminal a new line is printed this often to show that the work goes on. */
const LOG_TICK_MS = 10_000;

/**
 * Reports the steps of a launcher.
 * @typedef {object} Steps
 * @property {(line: string) => void} say prints one line
 * @property {<T>(label: string, work: () => Promise<T>) => Promise<T>} during shows the label and
 * the seconds going by until the work ends, and returns what it returned
 */

/**
 * @param {NodeJS.WriteStream} stream where the steps go: standard error where standard output
 *   belongs to the program
 * @returns {Steps}
 */
export function createSteps(stream) {
  const live = stream.isTTY;
  return {
    say: (line) => void stream.write(`- ${line}\n`),
    async during(label, work) {
      const startMs = performance.now();
      const seconds = () => `${Math.floor((performance.now() - startMs) / 1_000)} s`;
      const show = (/** @type {string} */ text) =>
        void stream.write(live ? `\r\u001B[K- ${label} ${text}` : `- ${label} ${text}\n`);
      show('…');
      const ticker = setInterval(() => show(`… ${seconds()}`), live ? TICK_MS : LOG_TICK_MS);
      let end = 'failed after';
      try {
        const result = await work();
        end = 'done in';
        return result;
      } finally {
        clearInterval(ticker);
        show(`${end} ${seconds()}${live ? '\n' : ''}`);
      }
    },
  };
}

/** A problem that ends a launcher, told in two lines: what failed, and what to do about it. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';

  /**
   * @param {string} what what failed, one line
   * @param {string} remedy what to do about it, one line
   */
  constructor(what, remedy) {
    super(what);
    this.remedy = remedy;
  }
}
