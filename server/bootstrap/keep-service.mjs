import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../system/errors.mjs';
import { createBackoff, describePause } from './backoff.mjs';
import { startProgram } from './program.mjs';

/**
 * Runs the web service until it is sent a signal: one that ends otherwise is started again, after
 * pauses that grow while they end soon. A first one that ends before it serves is not: what keeps
 * it from serving, such as a wrong setting or a port that is taken, is for the user to correct.
 * @param {readonly string[]} args
 * @param {import('./program.mjs').ProgramOptions} options
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {import('./program.mjs').Program} `ended` is the end of the last one
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

  /** @returns {Promise<import('./program.mjs').ProgramEnd>} */
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
      steps.say(`${what}; starting it again in ${describePause(pauseMs)}`);
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return { code: 0, signal: null };
      program = start();
    }
  }
}

/** @param {import('./program.mjs').ProgramEnd & { error?: string }} end */
function describeEnd({ code, signal, error }) {
  if (error !== undefined) return `could not be started (${error})`;
  return signal === null ? `has ended with status ${code}` : `was ended by ${signal}`;
}
