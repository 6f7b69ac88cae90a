import cluster, { type Worker } from 'node:cluster';

import type { Logger } from '#server/observe/logger.ts';
import { answerForWorkers } from '#server/observe/metrics.ts';
import { keepRunning } from '#server/system/keep-running.mjs';

import { DRAIN_MS } from './lifecycle.ts';
import { StartError } from './listen.ts';

/** A worker that takes longer to end is stuck. */
const STOP_LIMIT_MS = DRAIN_MS + 1_000;

/**
 * Runs `count` web instances on one port, each in a process that follows the race on its own, until SIGINT or SIGTERM; one
 * that dies is replaced. Returns the exit status when all have ended. `onServing` is called when the first one serves.
 * @throws {StartError} if a worker died before it served without printing the reason
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
  /** For example `ended with status 1`. */
  readonly description: string;
}

interface StartedWorker {
  readonly worker: Worker;
  /** The port once it serves; undefined if it ended before. */
  readonly served: Promise<number | undefined>;
  readonly ended: Promise<WorkerEnd>;
}

class WorkerPool {
  readonly #logger: Logger;
  readonly #running = new Set<Worker>();
  readonly #stopping = new AbortController();
  #status = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Ends all workers. The first call sets the exit status. */
  stop(status: number): void {
    if (this.#isStopping) return;
    this.#status = status;
    this.#stopping.abort();
    for (const worker of this.#running) this.#end(worker);
  }

  async run(count: number, onServing: (port: number) => void): Promise<number> {
    // One at first, so that a problem of all workers is reported once.
    const first = this.#start();
    const port = await first.served;
    if (port !== undefined) onServing(port);
    const others = port === undefined || this.#isStopping ? 0 : count - 1;
    const workers = [first, ...Array.from({ length: others }, () => this.#start())];
    await Promise.all(workers.map((worker) => this.#keepUp(worker)));
    return this.#status;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #start(): StartedWorker {
    const worker = cluster.fork();
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
    return { worker, served, ended };
  }

  #end(worker: Worker): void {
    worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_LIMIT_MS);
    worker.once('exit', () => clearTimeout(timer));
  }

  /** Replaces a worker each time it dies, after pauses that grow while it dies soon, until the stop. */
  async #keepUp(first: StartedWorker): Promise<void> {
    let next: StartedWorker | undefined = first;
    const run = async (): Promise<string | undefined> => {
      const present = next ?? this.#start();
      next = undefined;
      const { status, description } = await present.ended;
      if (this.#isStopping) return undefined;
      if (present !== first || (await first.served) !== undefined) {
        return `A web worker ${description}`;
      }
      this.stop(status || 1);
      if (status) return undefined;
      throw new StartError(`A web worker ${description} before it served.\nStart again.`);
    };
    await keepRunning(run, this.#stopping.signal, { say: (line) => this.#logger.warn(line) });
  }
}
