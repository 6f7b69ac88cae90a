import cluster from 'node:cluster';

import type { DurationMs } from '#shared/model/time.ts';

import { DRAIN_MS } from './lifecycle.ts';
import { asWorkerPortMessage } from './port-messages.ts';
import type { SharedPort } from './shared-port.ts';

/** A worker that takes longer than any instance may is stuck. */
const STOP_LIMIT_MS = DRAIN_MS + 1_000;

export interface WorkerEnd {
  /** Its exit status; null when it was killed or never started. */
  readonly status: number | null;
  /** In words, such as `ended with status 1`. */
  readonly description: string;
  readonly lifeMs: DurationMs;
}

/** A web instance in a process of its own, behind the port that all workers share. */
export interface WebWorker {
  /** Undefined if it never started. */
  readonly pid: number | undefined;
  /** True once it serves, false when it ended before that. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<WorkerEnd>;
  /** Lets it drain; it is killed if that takes too long. */
  stop(): void;
}

/**
 * Starts a web instance as a worker of this process. It ends at once when this process is killed.
 */
export function startWebWorker(port: SharedPort): WebWorker {
  const startedMs = performance.now();
  const worker = cluster.fork();
  port.add(worker);
  const child = worker.process;
  let killTimer: NodeJS.Timeout | undefined;
  const ended = new Promise<WorkerEnd>((resolve) => {
    const end = (status: number | null, description: string): void => {
      clearTimeout(killTimer);
      resolve({ status, description, lifeMs: performance.now() - startedMs });
    };
    worker.once('exit', (status: number | null, signal: string | null) =>
      end(status, signal ? `was ended by ${signal}` : `ended with status ${status}`),
    );
    worker.on('error', (error) => {
      if (child.pid === undefined) end(null, `could not be started: ${error.message}`);
      // It cannot be reached, for example because it dies while it is sent a connection.
      else child.kill('SIGKILL');
    });
  });
  const serves = new Promise<boolean>((resolve) => {
    worker.on('message', (message: unknown) => {
      if (asWorkerPortMessage(message)?.port === 'serves') resolve(true);
    });
  });
  return {
    pid: child.pid,
    started: Promise.race([serves, ended.then(() => false)]),
    ended,
    stop() {
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    },
  };
}
