import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '#server/observe/logger.ts';
import { answerForWorkers } from '#server/observe/worker-metrics.ts';
import { timing } from '#server/system/timing.mjs';

import { StartError } from './listen.ts';
import type { SharedPort } from './shared-port.ts';
import { startWebWorker, type WebWorker } from './web-worker.ts';

/** A worker that keeps dying must not keep the machine busy with restarts. */
const REPLACE_PAUSE_MS = timing('replacePauseMs', 1_000);
/** A worker that dies sooner may have died of something that its successor will meet too. */
const SOUND_LIFE_MS = timing('soundLifeMs', 30_000);
/** After this many of them in a row none is started. */
const MOST_EARLY_DEATHS = 5;

/**
 * Runs `count` web instances behind one port until SIGINT or SIGTERM makes them drain. Each follows the race by itself;
 * one that dies is replaced, and the others serve on. Resolves with the exit status when all have ended. One that ends
 * before it first served ends the start: with the reason it printed, or a {@link StartError} if it could not print one.
 * `onServing` is called when the first one serves.
 */
export async function runWorkers(
  count: number,
  port: SharedPort,
  logger: Logger,
  onServing: () => void,
): Promise<number> {
  const pool = new WorkerPool(port, logger);
  answerForWorkers(logger);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => pool.stop(0));
  return pool.run(count, onServing);
}

class WorkerPool {
  readonly #port: SharedPort;
  readonly #logger: Logger;
  readonly #running = new Set<WebWorker>();
  readonly #stopping = new AbortController();
  /** Unless asked to stop, the pool ends only because its workers died for good. */
  #status = 1;

  constructor(port: SharedPort, logger: Logger) {
    this.#port = port;
    this.#logger = logger;
  }

  /** Ends all workers. The first call decides on the exit status. */
  stop(status: number): void {
    if (this.#isStopping) return;
    this.#status = status;
    this.#stopping.abort();
    this.#port.close();
    for (const worker of this.#running) worker.stop();
  }

  async run(count: number, onServing: () => void): Promise<number> {
    // What prevents the first from serving would prevent all of them, and is reported only once.
    const first = this.#start();
    const isServing = await first.started;
    if (isServing) onServing();
    const otherCount = isServing && !this.#isStopping ? count - 1 : 0;
    const others = Array.from({ length: otherCount }, () => this.#start());
    await Promise.all([first, ...others].map((worker) => this.#keepPlace(worker)));
    return this.#status;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #start(): WebWorker {
    const worker = startWebWorker(this.#port);
    this.#running.add(worker);
    void this.#follow(worker);
    return worker;
  }

  async #follow(worker: WebWorker): Promise<void> {
    if (await worker.started) this.#logger.info({ worker: worker.pid }, 'A web worker serves');
    await worker.ended;
    this.#running.delete(worker);
  }

  /** Replaces each worker that dies, until all are to end or replacing does not help. */
  async #keepPlace(first: WebWorker): Promise<void> {
    let worker = first;
    let earlyDeaths = 0;
    for (;;) {
      const { status, description, lifeMs } = await worker.ended;
      if (this.#isStopping) return;
      if (worker === first && !(await first.started)) {
        this.stop(status || 1);
        if (status) return;
        throw new StartError(`A web worker ${description} before it served.\nStart again.`);
      }
      earlyDeaths = lifeMs < SOUND_LIFE_MS ? earlyDeaths + 1 : 0;
      if (earlyDeaths === MOST_EARLY_DEATHS) {
        this.#logger.error(
          { worker: worker.pid },
          `A web worker ${description}, soon after its start like those before it, and is not replaced any more`,
        );
        return;
      }
      this.#logger.warn({ worker: worker.pid }, `A web worker ${description} and is replaced`);
      // Cut short by the stop, which is no failure.
      await delay(REPLACE_PAUSE_MS, undefined, this.#stopping).catch(() => undefined);
      if (this.#isStopping) return;
      worker = this.#start();
    }
  }
}
