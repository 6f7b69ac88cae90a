import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createClient } from 'redis';
import { io } from 'socket.io-client';

import { parseServerConfig } from '#server/config/config.ts';
import { createContext } from '#server/context.ts';
import { startServer, stopServer } from '#server/process/lifecycle.ts';
import { encodeScan } from '#server/store/codec.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { startRedis } from '#tests/support/redis-server.ts';

import type { Field } from './field.ts';
import type { BenchRow } from './parts/part.ts';
import { median, percentile } from './median.ts';

/** Spaced so that no push waits for the one before: the path itself is measured. */
const PAUSE_MS = 400;
const MEASURED = 25;
const LOAD_STEP = 2_000;

/** What a live race of one size costs from end to end. */
export interface LiveFigures {
  readonly scanToSocketMs: readonly number[];
  readonly loadMs: number;
  readonly rssMb: number;
  readonly snapshotMs: number;
}

/** The path of one scan, from Redis to a viewer's socket, in two sizes of field. */
export async function benchLive(small: Field, large: Field): Promise<BenchRow[]> {
  const few = await measureLive(small);
  const many = await measureLive(large);
  const sizes = [small.runners.length, large.runners.length] as const;
  return [
    {
      bench: 'one scan, Redis to socket',
      ratio: `p50 at ${sizes[1]} / at ${sizes[0]} runners`,
      value: median(many.scanToSocketMs) / median(few.scanToSocketMs),
      figures: { ...describeLatency(sizes[0], few), ...describeLatency(sizes[1], many) },
    },
    {
      bench: 'a whole instance',
      ratio: `memory at ${sizes[1]} / at ${sizes[0]} runners`,
      value: many.rssMb / few.rssMb,
      figures: {
        'MB small': few.rssMb.toFixed(0),
        'MB large': many.rssMb.toFixed(0),
        'ms to load large': many.loadMs.toFixed(0),
        'ms GET /api large, first': many.snapshotMs.toFixed(0),
      },
    },
  ];
}

function describeLatency(runners: number, { scanToSocketMs }: LiveFigures): Record<string, string> {
  return {
    [`p50 ms, ${runners}`]: median(scanToSocketMs).toFixed(1),
    [`p99 ms, ${runners}`]: percentile(scanToSocketMs, 0.99).toFixed(1),
  };
}

async function measureLive({ config, runners, scans }: Field): Promise<LiveFigures> {
  const redis = await startRedis();
  const folder = mkdtempSync(path.join(tmpdir(), 'splitcast-bench-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  const port = await findFreePort();
  const context = await createContext(
    parseServerConfig({
      REDIS_URL: redis.url,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    }),
    { pageRoot: folder },
  );
  const client = createClient({ url: redis.url });
  await client.connect();
  const { store, race } = context;
  await client.hSet(store.keys.meta, { epoch: 'bench', version: '1' });
  const waiting = scans.slice(-MEASURED);
  for (let from = 0; from < scans.length - MEASURED; from += LOAD_STEP) {
    const part = scans.slice(from, Math.min(from + LOAD_STEP, scans.length - MEASURED));
    await client.hSet(
      store.keys.scans,
      Object.fromEntries(part.map((scan) => [scan.scanId, encodeScan(scan)])),
    );
  }
  for (let from = 0; from < runners.length; from += LOAD_STEP) {
    const part = runners.slice(from, from + LOAD_STEP);
    await client.hSet(
      store.keys.runners,
      Object.fromEntries(part.map((runner) => [runner.runnerId, JSON.stringify(runner)])),
    );
  }
  await client.hSet(store.keys.config, 'raceStart', JSON.stringify(config.raceStart));

  const startedMs = performance.now();
  await startServer(context);
  while (!race.isLoaded) await pause(5);
  const loadMs = performance.now() - startedMs;
  const address = `http://127.0.0.1:${(context.http.address() as AddressInfo).port}`;
  const askedMs = performance.now();
  await (await fetch(`${address}/api`, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  const snapshotMs = performance.now() - askedMs;

  const socket = io(address, { transports: ['websocket'] });
  await new Promise((resolve) => {
    socket.once('hello', resolve);
  });
  const scanToSocketMs: number[] = [];
  for (const scan of waiting) {
    await pause(PAUSE_MS);
    const arrived = new Promise<ResultsDelta>((resolve) => {
      socket.once('results', resolve);
    });
    const sentMs = performance.now();
    await client.publish(
      store.keys.scansChannel,
      JSON.stringify({
        bandID: scan.bandId,
        point: scan.points[0],
        time: new Date(scan.timeMs).toISOString(),
      }),
    );
    await arrived;
    scanToSocketMs.push(performance.now() - sentMs);
  }
  const rssMb = process.memoryUsage.rss() / 1e6;
  socket.disconnect();
  client.destroy();
  await stopServer(context);
  await redis.stop();
  rmSync(folder, { recursive: true });
  return { scanToSocketMs, loadMs, rssMb, snapshotMs };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
