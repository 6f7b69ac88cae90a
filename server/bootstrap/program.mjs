import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../system/errors.mjs';
import { listenForShutdown } from '../system/shutdown.mjs';
import { timing } from '../system/timing.mjs';
import { PROJECT_DIR } from './launcher.mjs';

const DRAIN_MS = 15_000;
/** The last one repeats: a lasting cause must neither fill the log nor delay the restart for too long. */
const PAUSES_MS = [timing('restartPauseMs', 250), 1_000, 2_000, 5_000, 10_000];
/** A program that ran this long did not end of the earlier cause. */
const STABLE_MS = timing('stableLifeMs', 30_000);

/**
 * The pauses before something that ended is started again: longer each time it ends soon.
 * @returns {{ next: (livedMs: number) => number }} `next` takes how long it ran, 0 if it never
 *   came up, and returns how long to wait, in milliseconds
 */
export function createBackoff() {
  let early = 0;
  return {
    next(livedMs) {
      if (livedMs >= STABLE_MS) early = 0;
      const pauseMs = PAUSES_MS[Math.min(early, PAUSES_MS.length - 1)] ?? 0;
      early += 1;
      return pauseMs;
    },
  };
}

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

/**
 * Runs the web service until it gets a signal. A service that ends otherwise is started again,
 * after pauses that grow while it ends soon. The first one is not started again if it ends before
 * it serves: the user has to correct the cause, such as a wrong setting or a port that is taken.
 * @param {readonly string[]} args
 * @param {ProgramOptions} options
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Program} `ended` is the end of the last one
 */
export function keepService(args, options, steps) {
  const stop = new AbortController();
  const backoff = createBackoff();
  let hasServed = false;
  let program = start();
  return {
    ended: keep(),
    send(signal) {
      stop.abort();
      program.send(signal);
    },
  };

  function start() {
    return startProgram('main', args, { ...options, onServing: () => (hasServed = true) });
  }

  /** @returns {Promise<ProgramEnd>} */
  async function keep() {
    for (;;) {
      const startMs = performance.now();
      const end = await program.ended.catch((/** @type {unknown} */ error) => {
        // A machine that is out of memory or processes may have some again after a pause.
        if (!hasServed) throw error;
        return { code: 1, signal: null, error: messageOf(error) };
      });
      if (stop.signal.aborted) return end;
      const what = `The web service ${describeEnd(end)}`;
      if (!hasServed) {
        if (end.signal !== null) steps.say(`${what} before it served`);
        return end;
      }
      const pauseMs = backoff.next(performance.now() - startMs);
      steps.say(`${what}; starting it again in ${pauseMs / 1_000} s`);
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return { code: 0, signal: null };
      program = start();
    }
  }
}

/** @param {ProgramEnd & { error?: string }} end */
function describeEnd({ code, signal, error }) {
  if (error !== undefined) return `could not be started (${error})`;
  return signal === null ? `has ended with status ${code}` : `was ended by ${signal}`;
}
