import { join } from 'node:path';

import { PROJECT_DIR } from '#server/bootstrap/launcher.mjs';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { readWebPort } from '#tests/support/built-program.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis, ingestScans, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { openSession } from '#tests/support/open-session.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';
import { redisAt } from '#tests/support/redis-at.ts';
import { startRedis } from '#tests/support/redis-server.ts';

import type { Field } from './field.ts';
import { onServiceCore, readCpuMs } from './measure.ts';
import type { Broadcaster } from './spectators.ts';

const RACE_KEY = 'bench';
const LOAD_STEP = 2_000;
const MAIN = join(PROJECT_DIR, 'dist/server/main.mjs');

/** An instance of the built service, on the core of the service. */
interface Instance {
  readonly web: TestProcess;
  readonly port: number;
  /** Elapsed and processor time from the start of the process until it was ready. */
  readonly start: { readonly ms: number; readonly cpuMs: number };
}

/** The built service with a real Redis, and a race whose last scans are not yet stored. */
export interface Service extends Broadcaster {
  readonly redis: TestRedisClient;
  readonly store: RaceStore;
  readonly instances: readonly Instance[];
  /** Of the first instance. */
  readonly url: string;
  /** Starts another instance, and waits until it is ready. */
  grow(): Promise<void>;
}

/** Starts the service with all scans of the field except the last `waiting`. */
export async function startService(
  { config, runners, scans }: Field,
  waiting: number,
): Promise<Service> {
  const server = await startRedis();
  const redis = await connectRedis(server.url);
  const store = new RaceStore(redisAt(server.url), RACE_KEY, createLogger('silent'));
  await store.connect();
  // Otherwise an instance would make the first account, whose password hash costs processor time.
  await openSession(store, 'first@example.org', 'admin');
  await changeSettings(store, () => config, 'bench');
  await store.replaceRunners(runners, { by: 'bench' });
  for (let from = 0; from < scans.length - waiting; from += LOAD_STEP) {
    const part = scans.slice(from, Math.min(from + LOAD_STEP, scans.length - waiting));
    const fields = part.map((scan) => [scan.scanId, JSON.stringify(scan)] as const);
    await redis.hSet(store.keys.scans, Object.fromEntries(fields));
  }
  const left = scans.slice(scans.length - waiting);
  const instances = [await startInstance(server.url)];
  const [first] = instances as [Instance];
  let { version } = await store.readHead();
  return {
    name: 'Splitcast',
    redis,
    store,
    instances,
    url: `http://127.0.0.1:${first.port}`,
    pid: first.web.pid,
    target: targetAt(first.port),
    async grow() {
      instances.push(await startInstance(server.url));
    },
    /** Stores the next scan of the race. */
    async broadcast(_bytes, stamp) {
      const scan = left.shift();
      if (!scan) throw new Error('The race has no more scans.');
      version += 1;
      const due = version;
      stamp(due);
      const reply = await ingestScans(redis, store.keys, [scan]);
      if (reply.version !== due) throw new Error(`Scan ${due} was stored as ${reply.version}.`);
    },
    async stop() {
      await Promise.all(instances.map(({ web }) => web.kill('SIGKILL')));
      store.close();
      redis.destroy();
      await server.stop();
    },
  };
}

export async function withService<T>(
  field: Field,
  waiting: number,
  measure: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await startService(field, waiting);
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}

async function startInstance(redisUrl: string): Promise<Instance> {
  const startedMs = performance.now();
  const web = startProcess(...onServiceCore(MAIN), {
    env: {
      REDIS_URL: redisUrl,
      RACE_KEY,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      MAX_VIEWERS: '100000',
      MAX_VIEWERS_PER_ADDRESS: '100000',
    },
  });
  const port = await readWebPort(web);
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (status !== 200) throw new Error(`The service is not ready: ${status}.`);
  });
  const start = { ms: performance.now() - startedMs, cpuMs: readCpuMs(web.pid) };
  return { web, port, start };
}

/** Where the spectators of an instance connect. */
export function targetAt(port: number): Broadcaster['target'] {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  return { url, ready: '42["hello"' };
}
