import cluster from 'node:cluster';

/** A worker that dies sooner than this after its start is not replaced: it would only die again. */
const MIN_LIFE_MS = 2_000;

/**
 * Runs `count` web instances that share one port. Each follows the race by
 * itself; one that dies is replaced. Resolves when all have ended.
 */
export async function runWorkers(count: number): Promise<void> {
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await new Promise<void>((resolve) => {
    const startedMs = new Map<number, number>();
    const fork = (): void => {
      startedMs.set(cluster.fork().id, Date.now());
    };
    cluster.on('exit', (worker, code) => {
      const lifeMs = Date.now() - (startedMs.get(worker.id) ?? 0);
      if (!isStopping && code !== 0 && lifeMs >= MIN_LIFE_MS) fork();
      else if (Object.keys(cluster.workers ?? {}).length === 0) {
        process.exitCode = isStopping ? 0 : code;
        resolve();
      }
    });
    for (let i = 0; i < count; i += 1) fork();
  });
}
