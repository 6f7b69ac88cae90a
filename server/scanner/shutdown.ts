/** How long what was read may still take into Redis after the first signal. */
const DRAIN_MS = 5_000;
/** A terminal and npm may each pass on the same Ctrl-C: two signals this close are one. */
const SAME_SIGNAL_MS = 500;
/** Ctrl-C, a service manager, and a terminal window that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The two ways to end: take nothing more in, and send nothing more either. */
export interface Shutdown {
  readonly stop: AbortSignal;
  readonly giveUp: AbortSignal;
  /** Ends the sending early, when there is nothing to wait for. */
  giveUpNow(): void;
  /** Lets go of the signals. */
  dispose(): void;
}

/** The first signal stops the reading; a second one, or five seconds, the sending too. */
export function createShutdown(): Shutdown {
  const stop = new AbortController();
  const giveUp = new AbortController();
  let stoppedMs = 0;
  let drain: NodeJS.Timeout | undefined;

  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      stoppedMs = performance.now();
      drain = setTimeout(() => giveUp.abort(), DRAIN_MS);
      stop.abort();
    } else if (performance.now() - stoppedMs > SAME_SIGNAL_MS) {
      giveUp.abort();
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    stop: stop.signal,
    giveUp: giveUp.signal,
    giveUpNow: () => giveUp.abort(),
    dispose() {
      clearTimeout(drain);
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
