import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '#server/observe/logger.ts';
import { answerForWorkers } from '#server/observe/metrics.ts';
import { timing } from '#server/system/timing.mjs';

import { DRAIN_MS, PLACE_SETTING } from './lifecycle.ts';
import { StartError } from './listen.ts';

/** A worker that keeps dying must not keep the machine busy with restarts. */
const REPLACE_PAUSE_MS = timing('replacePauseMs', 1_000);
/** A worker that dies sooner than this may have died of something its successor will meet too. */
const SOUND_LIFE_MS = timing('soundLifeMs', 30_000);
/** After this many of them in a row none is started. */
const MOST_EARLY_DEATHS = 5;
/** A worker that takes longer than this to end is stuck. */
const STOP_LIMIT_MS = DRAIN_MS + 1_000;

/**
 * Runs `count` web instances, each a process that follows the race on its own, behind the port that
 * node:cluster shares between them in turn, until SIGINT or SIGTERM makes them drain. One that dies is
 * replaced, and the others serve on. Resolves with the exit status when all have ended. One that ends
 * before it first served ends the start: with the reason it printed, or a {@link StartError} if it
 * could not print one. `onServing` is called with the port when the first one serves.
 */
export async function runWorkers(
  count: number,
  logger: Logger,
  onServing: (port: number) => void,
): Promise<number> {
  const pool = new WorkerPool(logger);
  answerForWorkers(logger);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => pool.stop(0));
  return pool.run(count, onServing);
}

interface WorkerEnd {
  /** Its exit status; null when it was killed or never started. */
  readonly status: number | null;
  /** In words, such as `ended with status 1`. */
  readonly description: string;
}

interface StartedWorker {
  readonly worker: Worker;
  readonly startedMs: number;
  /** The port once it serves, undefined when it ended before that. */
  readonly served: Promise<number | undefined>;
  readonly ended: Promise<WorkerEnd>;
}

class WorkerPool {
  readonly #logger: Logger;
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  /** Unless stopped, the pool ends only because its workers died for good. */
  #status = 1;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Ends all workers. The first call decides on the exit status. */
  stop(status: number): void {
    if (this.#isStopping) return;
    this.#status = status;
    this.#stopping.abort();
    for (const worker of this.#running) this.#end(worker);
  }

  async run(count: number, onServing: (port: number) => void): Promise<number> {
    // What prevents the first from serving would prevent all of them, and is reported once.
    const first = this.#start(0);
    const port = await first.served;
    if (port !== undefined) onServing(port);
    const others = port === undefined || this.#isStopping ? 0 : count - 1;
    const places = [first, ...Array.from({ length: others }, (_, index) => this.#start(index + 1))];
    await Promise.all(places.map((worker, place) => this.#keepPlace(worker, place)));
    return this.#status;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #start(place: number): StartedWorker {
    const worker = cluster.fork({ [PLACE_SETTING]: place });
    this.#running.add(worker);
    const ended = new Promise<WorkerEnd>((resolve) => {
      worker.once('exit', (status: number | null, signal: string | null) =>
        resolve({
          status,
          description: signal ? `was ended by ${signal}` : `ended with status ${status}`,
        }),
      );
      worker.on('error', ({ message }) => {
        if (worker.process.pid !== undefined) worker.process.kill('SIGKILL');
        else resolve({ status: null, description: `could not be started: ${message}` });
      });
    }).finally(() => this.#running.delete(worker));
    const served = Promise.race([
      new Promise<number>((resolve) =>
        worker.once('listening', ({ port }: { port: number }) => {
          this.#logger.info({ worker: worker.process.pid }, 'A web worker serves');
          resolve(port);
        }),
      ),
      ended.then(() => undefined),
    ]);
    return { worker, startedMs: performance.now(), served, ended };
  }

  #end(worker: Worker): void {
    worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_LIMIT_MS);
    worker.once('exit', () => clearTimeout(timer));
  }

  /** Replaces each worker that dies, until all are to end or replacing does not help. */
  async #keepPlace(first: StartedWorker, place: number): Promise<void> {
    let present = first;
    let earlyDeaths = 0;
    for (;;) {
      const { status, description } = await present.ended;
      if (this.#isStopping) return;
      if (present === first && (await first.served) === undefined) {
        this.stop(status || 1);
        if (status) return;
        throw new StartError(`A web worker ${description} before it served.\nStart again.`);
      }
      const note = { worker: present.worker.process.pid };
      earlyDeaths = performance.now() - present.startedMs < SOUND_LIFE_MS ? earlyDeaths + 1 : 0;
      if (earlyDeaths === MOST_EARLY_DEATHS) {
        this.#logger.error(
          note,
          `A web worker ${description}, soon after its start like those before it, and is not replaced any more`,
        );
        return;
      }
      this.#logger.warn(note, `A web worker ${description} and is replaced`);
      // Cut short by the stop, which is no failure.
      await delay(REPLACE_PAUSE_MS, undefined, this.#stopping).catch(() => undefined);
      if (this.#isStopping) return;
      present = this.#start(place);
    }
  }
}
