import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

import { listenForShutdown } from '../system/shutdown.mjs';
import { PROJECT_DIR } from './settings.mjs';

const DRAIN_MS = 15_000;

/**
 * A program of `dist/server` that runs.
 * @typedef {object} Program
 * @property {Promise<ProgramEnd>} ended
 * @property {(signal: NodeJS.Signals) => void} send
 */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} ProgramEnd */

/**
 * @typedef {object} ProgramOptions
 * @property {import('./settings.mjs').Environment} env
 * @property {string} [cwd]
 * @property {string} [label] with a label its output is passed on line by line with the label in
 *   front; without one the program has the launcher's own input and outputs
 * @property {() => void} [onServing] called when the program says that it serves
 */

/**
 * Starts a built program. It leads a process group of its own, so that Ctrl-C reaches it once,
 * from the launcher, and it ends by itself if the launcher is killed (follow-launcher.mjs).
 * @param {string} name of the file in `dist/server`, without `.mjs`
 * @param {readonly string[]} args
 * @param {ProgramOptions} options
 * @returns {Program}
 */
export function startProgram(name, args, { env, cwd = PROJECT_DIR, label, onServing }) {
  const follow = new URL('follow-launcher.mjs', import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--import', follow, join(PROJECT_DIR, 'dist', 'server', `${name}.mjs`), ...args],
    {
      cwd,
      env: { NODE_ENV: 'production', ...env },
      detached: true,
      stdio:
        label === undefined
          ? ['inherit', 'inherit', 'inherit', 'ipc']
          : ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  if (label !== undefined) {
    passOn(child.stdout, process.stdout, label);
    passOn(child.stderr, process.stderr, label);
  }
  child.on('message', (message) => {
    if (message === 'serving') onServing?.();
  });
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    }),
    send: (signal) => void child.kill(signal),
  };
}

/**
 * Passes the first SIGINT, SIGTERM or SIGHUP on to the programs and gives them 15 seconds to
 * drain; after that, or at a second signal, they are killed.
 * @param {() => Iterable<Program>} programs those that run then
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {import('../system/shutdown.mjs').Shutdown}
 */
export function passOnShutdown(programs, steps) {
  const sendAll = (/** @type {NodeJS.Signals} */ signal) => {
    for (const program of programs()) program.send(signal);
  };
  return listenForShutdown({
    drainMs: DRAIN_MS,
    onStop: (signal) => sendAll(signal === 'SIGHUP' ? 'SIGTERM' : signal),
    onGiveUp(why) {
      const reason = why === 'too late' ? `Not done in ${DRAIN_MS / 1_000} s` : 'Asked again';
      steps.say(`${reason}: ending at once`);
      sendAll('SIGKILL');
    },
  });
}

/**
 * The exit status that tells how a program ended, as a shell spells it.
 * @param {ProgramEnd} end
 * @returns {number}
 */
export function exitStatusOf({ code, signal }) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * @param {NodeJS.ReadableStream | null} from
 * @param {NodeJS.WritableStream} to
 * @param {string} label
 */
function passOn(from, to, label) {
  let rest = '';
  from?.setEncoding('utf8');
  from?.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) to.write(`[${label}] ${line}\n`);
  });
  from?.on('end', () => {
    if (rest !== '') to.write(`[${label}] ${rest}\n`);
  });
}
