import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { PROJECT_DIR } from '#server/bootstrap/launcher.mjs';
import { FirstOrganiserMaker } from '#server/identity/first-organiser.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis, ingestScans, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';
import { redisAt } from '#tests/support/redis-at.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';

import { createField, type Field } from './field.ts';
import { LoadClient } from './load/load-client.ts';
import { onServerCore } from './machine/cores.ts';
import { countWork, readCalls, type RedisWork } from './redis-work.ts';

const MAIN = path.join(PROJECT_DIR, 'dist/server/main.mjs');
const RACE_KEY = 'bench';
const RUNNERS = 600;

/** So many scans, each so long after the one before. */
export interface ScanPlan {
  readonly scans: number;
  readonly pauseMs: number;
}

/** What one run of scans asked of Redis, and whether everybody got the news. */
export interface FleetRun {
  readonly instances: number;
  readonly spectators: number;
  readonly scans: number;
  readonly seconds: number;
  readonly work: RedisWork;
  /** Instances that are told of each change. */
  readonly listeners: number;
  readonly due: number;
  readonly delivered: number;
}

/** Several built instances of one race on one Redis, each with its share of the spectators. */
export class InstanceFleet {
  readonly #redis: RedisServer;
  readonly #client: TestRedisClient;
  readonly #store: RaceStore;
  readonly #field: Field;
  readonly #instances: { readonly port: number; readonly process: TestProcess }[] = [];
  #taken = 0;

  private constructor(redis: RedisServer, client: TestRedisClient, store: RaceStore, field: Field) {
    this.#redis = redis;
    this.#client = client;
    this.#store = store;
    this.#field = field;
  }

  /** A race whose scans are all yet to come, and no instance. */
  static async start(): Promise<InstanceFleet> {
    const redis = await startRedis();
    const client = await connectRedis(redis.url);
    const logger = createLogger('silent');
    const store = new RaceStore(redisAt(redis.url), RACE_KEY, logger);
    await store.connect();
    // Otherwise the first instance makes it, when it is ready already and its work is counted.
    await new FirstOrganiserMaker(store.organisers, new PasswordHasher(), logger).make();
    const field = createField(RUNNERS);
    await store.replaceRunners(field.runners, { by: 'bench' });
    await store.saveConfig(() => field.config, 'bench');
    return new InstanceFleet(redis, client, store, field);
  }

  /** Starts instances until there are so many that are ready and have told each other so. */
  async grow(count: number): Promise<void> {
    const readPublished = async (): Promise<number> =>
      (await readCalls(this.#client)).get('publish') ?? 0;
    while (this.#instances.length < count) {
      const publishedBefore = await readPublished();
      const web = startProcess(...onServerCore(process.execPath, [MAIN]), {
        env: {
          REDIS_URL: this.#redis.url,
          RACE_KEY,
          HOST: '127.0.0.1',
          PORT: '0',
          LOG_LEVEL: 'error',
        },
      });
      const [, port = ''] = await web.waitForOutput(/^Results: +http:\/\/127\.0\.0\.1:(\d+)$/m);
      this.#instances.push({ port: Number(port), process: web });
      await eventually(async () => {
        const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
        if (status !== 200) throw new Error(`An instance is not ready: ${status}.`);
        // Each asks the others once who is editing there, which is not to count as news of a scan.
        if ((await readPublished()) === publishedBefore) throw new Error('It has not asked yet.');
      });
    }
  }

  /** Lets scans come in while so many spectators watch, and counts what Redis does meanwhile. */
  async run(spectators: number, { scans, pauseMs }: ScanPlan): Promise<FleetRun> {
    const clients = await this.#connect(spectators);
    const tellWork = await countWork(this.#client);
    const startedMs = performance.now();
    let version = 0;
    for (const scan of this.#field.scans.slice(this.#taken, this.#taken + scans)) {
      await delay(pauseMs);
      ({ version } = await ingestScans(this.#client, this.#store.keys, [scan]));
    }
    this.#taken += scans;
    await eventually(() => this.#expectShown(version));
    const work = await tellWork();
    // Until Redis has told: the instances ask by the second, also while a slow machine is counting.
    const seconds = (performance.now() - startedMs) / 1_000;
    const channel = this.#store.keys.changesChannel;
    const listeners = (await this.#client.pubSubNumSub(channel))[channel] ?? 0;
    let [due, delivered] = [0, 0];
    for (const client of clients) {
      const counts = await eventually(async () => {
        const now = await client.report();
        if (now.latest < version || now.leastNews < now.mostNews) throw new Error('Still coming.');
        return now;
      });
      due += counts.mostNews * counts.connections;
      delivered += counts.news;
      await client.stop();
    }
    const instances = this.#instances.length;
    return { instances, spectators, scans, seconds, work, listeners, due, delivered };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.process.kill('SIGKILL')));
    this.#store.close();
    this.#client.destroy();
    await this.#redis.stop();
  }

  /** An equal share at each instance. */
  async #connect(spectators: number): Promise<LoadClient[]> {
    if (spectators === 0) return [];
    return Promise.all(
      this.#instances.map(async ({ port }) => {
        const path = '/socket.io/?EIO=4&transport=websocket';
        const client = await LoadClient.start({ protocol: 'sio', port, path });
        client.expect('42["hello"');
        await client.open(Math.ceil(spectators / this.#instances.length));
        await client.reset();
        return client;
      }),
    );
  }

  /** Asked in a way that has nobody look into Redis. */
  async #expectShown(version: number): Promise<void> {
    for (const { port } of this.#instances) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const shown = Number(/^splitcast_version (\d+)$/m.exec(text)?.[1]);
      if (shown < version) throw new Error(`An instance shows ${shown} and not yet ${version}.`);
    }
  }
}
