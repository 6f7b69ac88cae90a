import { afterAll, inject } from 'vitest';
import type { TestProject } from 'vitest/node';

import { createSteps } from '#server/bootstrap/launcher.mjs';
import { provideTool, REDIS } from '#server/bootstrap/setup.mjs';

import { connectRedis } from './ingest-scans.ts';
import { startRedis } from './redis-server.ts';
import { countWorkers, pickOfWorker } from './workers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of each worker's Redis. */
    redisPorts: readonly number[];
  }
}

/** Before all tests (`globalSetup`): starts a Redis for each worker. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await provideTool(REDIS, process.env, createSteps(process.stdout));
  const servers = await Promise.all(countWorkers(project).map(() => startRedis()));
  project.provide(
    'redisPorts',
    servers.map(({ port }) => port),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}

/** A Redis that is emptied at the end of the file. Tests that stop or configure Redis start their own. */
export interface WorkerRedis {
  readonly url: string;
  readonly port: number;
}

/** The Redis of this worker; call it at the top of a file. */
export function provideRedis(): WorkerRedis {
  const port = pickOfWorker(inject('redisPorts'));
  const url = `redis://127.0.0.1:${port}`;
  afterAll(async () => {
    const client = await connectRedis(url);
    await client.flushAll('ASYNC');
    client.destroy();
  });
  return { url, port };
}
