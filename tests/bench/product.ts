import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { PROJECT_DIR } from '#server/bootstrap/launcher.mjs';
import { encodeScan } from '#server/store/codec.ts';
import { createRaceKeys } from '#server/store/keys.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis, ingestScans, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { startRedis } from '#tests/support/redis-server.ts';

import type { Field } from './field.ts';
import { onServerCore } from './machine/cores.ts';
import { readCpuMs } from './machine/processes.ts';
import type { Contender } from './peers/contender.ts';

/** What the service is called among the contenders. */
export const OURS = 'Splitcast';

const RACE_KEY = 'bench';
const EPOCH = 'bench';
const KEYS = createRaceKeys(RACE_KEY);
const LOAD_STEP = 2_000;

/** Puts a race into an empty Redis. */
async function storeField(
  client: TestRedisClient,
  { config, runners }: Field,
  scans: readonly StoredScan[],
): Promise<void> {
  await client.hSet(KEYS.meta, { epoch: EPOCH, version: '1' });
  for (let from = 0; from < scans.length; from += LOAD_STEP) {
    const part = scans.slice(from, from + LOAD_STEP);
    await client.hSet(
      KEYS.scans,
      Object.fromEntries(part.map((scan) => [scan.scanId, encodeScan(scan)])),
    );
  }
  for (let from = 0; from < runners.length; from += LOAD_STEP) {
    const part = runners.slice(from, from + LOAD_STEP);
    await client.hSet(
      KEYS.runners,
      Object.fromEntries(part.map((runner) => [runner.runnerId, JSON.stringify(runner)])),
    );
  }
  await client.hSet(KEYS.config, 'raceStart', JSON.stringify(config.raceStart));
}

/** The built web service on a core of its own with a real Redis, and a race whose scans are yet to come. */
export class Product implements Contender {
  readonly name = OURS;
  readonly ready = '42["hello"';
  readonly pid: number;
  /** From the start of the process until it was ready to answer with the race: on the clock, and of its core. */
  readonly start: { readonly ms: number; readonly cpuMs: number };
  readonly #port: number;
  readonly #client: TestRedisClient;
  readonly #end: () => Promise<void>;
  readonly #waiting: StoredScan[];
  #version = 1;

  private constructor(
    pid: number,
    start: Product['start'],
    port: number,
    client: TestRedisClient,
    waiting: StoredScan[],
    end: () => Promise<void>,
  ) {
    this.pid = pid;
    this.start = start;
    this.#port = port;
    this.#client = client;
    this.#waiting = waiting;
    this.#end = end;
  }

  /** Starts it with all of the field's scans but the last `waiting`. */
  static async start(field: Field, waiting: number): Promise<Product> {
    const redis = await startRedis();
    const client = await connectRedis(redis.url);
    await storeField(client, field, field.scans.slice(0, field.scans.length - waiting));
    const dataDir = mkdtempSync(path.join(tmpdir(), 'splitcast-bench-'));
    const main = path.join(PROJECT_DIR, 'dist/server/main.mjs');
    const [command, args] = onServerCore(process.execPath, [main]);
    const startedMs = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        REDIS_URL: redis.url,
        RACE_KEY,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'error',
        MAX_VIEWERS: '100000',
        MAX_VIEWERS_PER_ADDRESS: '100000',
      },
    });
    // A bench that breaks off leaves nothing behind.
    const killAll = (): void => {
      child.kill('SIGKILL');
      process.kill(redis.pid, 'SIGKILL');
    };
    process.once('exit', killAll);
    const end = async (): Promise<void> => {
      process.removeListener('exit', killAll);
      client.destroy();
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        // What it would drain for is the bench's own.
        child.kill('SIGKILL');
        await ended;
      }
      await redis.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    let port = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      port = Number(/^Results: +http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1] ?? 0);
      if (port > 0) break;
    }
    if (port === 0) {
      await end();
      throw new Error('The service ended before it served. Run `npm run build` first.');
    }
    child.stdout.resume();
    // Whoever connects before the race is loaded is greeted only then.
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (status !== 200) throw new Error(`The service is not ready: ${status}.`);
    });
    const start = { ms: performance.now() - startedMs, cpuMs: readCpuMs(child.pid ?? 0) };
    // The first account is a change of the race too, and hashing its password keeps the core busy.
    await eventually(async () => {
      if ((await client.hLen(KEYS.organisers)) === 0) throw new Error('There is no account yet.');
    });
    return new Product(
      child.pid ?? 0,
      start,
      port,
      client,
      field.scans.slice(field.scans.length - waiting),
      end,
    );
  }

  get target() {
    return {
      protocol: 'sio',
      port: this.#port,
      path: '/socket.io/?EIO=4&transport=websocket',
    } as const;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The next scan of the race goes in as a scanner sends it; how long the news get is its own affair. */
  async broadcast(_length: number, stamp: (seq: number) => void): Promise<void> {
    const scan = this.#waiting.shift();
    if (!scan) throw new Error('The race has no more scans.');
    this.#version += 1;
    const due = this.#version;
    stamp(due);
    const { version, stored } = await ingestScans(this.#client, KEYS, [scan]);
    if (stored !== 1 || version !== due) throw new Error(`Scan ${due} was stored as ${version}.`);
  }

  async countSent(connections: number): Promise<number> {
    await this.readHead();
    return connections * (await this.#readPushes());
  }

  /** Where the race stands; the service itself may have changed something. */
  async readHead(): Promise<Head> {
    const { epoch = '', version } = await this.#client.hGetAll(KEYS.meta);
    this.#version = Number(version);
    return { epoch, version: this.#version };
  }

  async stop(): Promise<void> {
    await this.#end();
  }

  async #readPushes(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(/^splitcast_pushes_total(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
  }
}
