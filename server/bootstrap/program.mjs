import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../system/errors.mjs';
import { keepRunning } from '../system/keep-running.mjs';
import { listenForShutdown } from '../system/shutdown.mjs';
import { PROJECT_DIR } from './launcher.mjs';

const DRAIN_MS = 15_000;

/**
 * A running program of `dist/server`.
 * @typedef {object} Program
 * @property {Promise<ProgramEnd>} ended
 * @property {(signal: NodeJS.Signals) => void} send
 */

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} ProgramEnd */

/**
 * @typedef {object} ProgramOptions
 * @property {import('./launcher.mjs').Environment} env
 * @property {string} [cwd]
 * @property {() => void} [onServing] called when the program reports that it serves
 */

/**
 * Starts a built program in a process group of its own, so that Ctrl-C reaches it once, through the launcher; it ends when
 * the launcher is killed (follow-launcher.mjs).
 * @param {string} name of the file in `dist/server`, without `.mjs`
 * @param {readonly string[]} args
 * @param {ProgramOptions} options
 * @returns {Program}
 */
export function startProgram(name, args, { env, cwd = PROJECT_DIR, onServing }) {
  const follow = new URL('follow-launcher.mjs', import.meta.url).href;
  const path = join(PROJECT_DIR, 'dist', 'server', `${name}.mjs`);
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd, env: { NODE_ENV: 'production', ...env }, detached: true, stdio };
  const child = spawn(process.execPath, ['--import', follow, path, ...args], options);
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
 * Passes the first SIGINT, SIGTERM or SIGHUP on to the programs, as SIGTERM. They have 15 seconds to drain; after that, or
 * at a second signal, they are killed.
 * @param {() => Iterable<Program>} programs lists the running programs
 * @param {import('./launcher.mjs').Steps} steps
 */
export function passOnShutdown(programs, steps) {
  const sendAll = (/** @type {NodeJS.Signals} */ signal) => {
    for (const program of programs()) program.send(signal);
  };
  const shutdown = listenForShutdown(DRAIN_MS);
  shutdown.stop.addEventListener('abort', () => sendAll('SIGTERM'));
  shutdown.giveUp.addEventListener('abort', () => {
    steps.say('Ending at once');
    sendAll('SIGKILL');
  });
  return shutdown;
}

/** The exit status of a program, as in a shell. @param {ProgramEnd} end */
export function exitStatusOf({ code, signal }) {
  return code ?? (signal === null ? 0 : 128 + constants.signals[signal]);
}

/**
 * Runs the web service until it gets a signal, and starts it again if it ends otherwise. If it ends before it served for
 * the first time it is not started again, since the user has to correct the cause, such as a wrong setting.
 * @param {readonly string[]} args
 * @param {ProgramOptions} options
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Program & { serves: Promise<boolean> }} `ended` is the end of the last run; `serves` resolves once it serves
 */
export function keepService(args, options, steps) {
  const stop = new AbortController();
  let hasServed = false;
  /** @type {Program} */
  let program;
  /** @type {ProgramEnd} */
  let end = { code: 0, signal: null };
  const serving = new EventEmitter();
  const serves = once(serving, 'serving').then(() => true);
  const onServing = () => void (hasServed = serving.emit('serving') || true);
  const run = async () => {
    program = startProgram('main', args, { ...options, onServing });
    let what = '';
    end = await program.ended.catch((/** @type {unknown} */ error) => {
      // A lack of memory or processes may be over after a pause.
      if (!hasServed) throw error;
      what = `could not be started (${messageOf(error)})`;
      return { code: 1, signal: null };
    });
    const { code, signal } = end;
    // A signal that arrives before the program handles signals is a normal end too.
    if (stop.signal.aborted && signal !== 'SIGKILL') end = { code: code ?? 0, signal: null };
    if (stop.signal.aborted) return undefined;
    what ||= signal === null ? `has ended with status ${code}` : `was ended by ${signal}`;
    if (!hasServed && signal !== null) steps.say(`The web service ${what} before it served`);
    if (!hasServed) return undefined;
    end = { code: 0, signal: null };
    return `The web service ${what}`;
  };
  return {
    serves,
    ended: keepRunning(run, stop.signal, steps).then(() => end),
    send(signal) {
      stop.abort();
      program.send(signal);
    },
  };
}
