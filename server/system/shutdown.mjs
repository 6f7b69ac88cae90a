/** Ctrl-C, a service manager, and a closed terminal window. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** npm and the terminal both pass on one Ctrl-C: a signal within this time is no second one. */
const ECHO_MS = 1_000;

/**
 * The two steps in which a process ends.
 * @typedef {object} Shutdown
 * @property {AbortSignal} stop aborted at the first signal: accept nothing new, and finish
 * @property {AbortSignal} giveUp aborted at a second signal or after `drainMs`: end at once
 * @property {() => void} giveUpNow for a process with nothing to finish
 * @property {() => void} dispose removes the signal listeners
 */

/**
 * Listens for SIGINT, SIGTERM and SIGHUP until it is disposed of.
 * @param {number} drainMs the time to finish
 * @returns {Shutdown}
 */
export function listenForShutdown(drainMs) {
  const stop = new AbortController();
  const giveUp = new AbortController();
  let stoppedMs = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      stoppedMs = performance.now();
      timer = setTimeout(() => giveUp.abort(), drainMs);
      stop.abort();
    } else if (performance.now() - stoppedMs > ECHO_MS) {
      giveUp.abort();
    }
  };

  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    stop: stop.signal,
    giveUp: giveUp.signal,
    giveUpNow: () => giveUp.abort(),
    dispose() {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
