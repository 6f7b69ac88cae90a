const DRAIN_MS = 15_000;
/** npm and the terminal both pass on one Ctrl-C: what follows so soon is not a second wish. */
const ECHO_MS = 1_000;

/**
 * The wish that everything ends, by Ctrl-C or a signal.
 * @typedef {object} StopRequest
 * @property {boolean} made whether it has come
 * @property {AbortSignal} signal aborted when it comes
 * @property {() => void} dispose
 */

/**
 * Passes the first SIGINT, SIGTERM or SIGHUP on to the programs and gives them 15 seconds to
 * drain; after that, or at a second signal, they are killed.
 * @param {() => Iterable<import('./program.mjs').Program>} programs those that run then
 * @param {import('./steps.mjs').Steps} steps
 * @returns {StopRequest}
 */
export function listenForStop(programs, steps) {
  const request = new AbortController();
  let firstMs = Number.NaN;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const sendAll = (/** @type {NodeJS.Signals} */ signal) => {
    for (const program of programs()) program.send(signal);
  };
  const kill = (/** @type {string} */ why) => {
    steps.say(`${why}: ending at once`);
    sendAll('SIGKILL');
  };
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    if (!request.signal.aborted) {
      firstMs = performance.now();
      request.abort();
      sendAll(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      timer = setTimeout(() => kill(`Not done in ${DRAIN_MS / 1_000} s`), DRAIN_MS);
    } else if (performance.now() - firstMs > ECHO_MS) {
      kill('Asked again');
    }
  };

  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, onSignal);
  return {
    get made() {
      return request.signal.aborted;
    },
    signal: request.signal,
    dispose() {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
