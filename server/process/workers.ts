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
 * that dies is replaced, after pauses that grow while it dies soon. Returns the exit status when all have ended.
 * `onServing` is called when the first one serves.
 * @throws {StartError} if a worker died before it served without printing the reason
 */
export async function runWorkers(
  count: number,
  logger: Logger,
  onServing: (port: number) => void,
): Promise<number> {
  answerForWorkers(logger);
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    for (const worker of Object.values(cluster.workers ?? {})) if (worker) endWorker(worker);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  let hasServed = false;
  let exitStatus = 0;
  const runOne = async (): Promise<string | undefined> => {
    const { status, description } = await waitForEnd(cluster.fork());
    if (stopping.signal.aborted) return undefined;
    if (hasServed) return `A web worker ${description}`;
    exitStatus = status ?? 0;
    if (exitStatus !== 0) return undefined;
    throw new StartError(`A web worker ${description} before it served.\nStart again.`);
  };
  const keepOne = (): Promise<void> =>
    keepRunning(runOne, stopping.signal, { say: (line) => logger.warn(line) });
  const others: Promise<void>[] = [];
  cluster.on('listening', (worker, { port }) => {
    logger.info({ worker: worker.process.pid }, 'A web worker serves');
    if (hasServed) return;
    hasServed = true;
    onServing(port);
    if (!stopping.signal.aborted) others.push(...Array.from({ length: count - 1 }, keepOne));
  });
  // One at first, so that a problem of all workers is reported once.
  await keepOne();
  await Promise.all(others);
  return exitStatus;
}

interface WorkerEnd {
  /** Its exit status; null when it was killed or never started. */
  readonly status: number | null;
  /** For example `ended with status 1`. */
  readonly description: string;
}

function waitForEnd(worker: Worker): Promise<WorkerEnd> {
  return new Promise((resolve) => {
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
  });
}

function endWorker(worker: Worker): void {
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_LIMIT_MS).unref();
  worker.once('exit', () => clearTimeout(timer));
}
