import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { PROJECT_DIR } from '#server/bootstrap/settings.mjs';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';

import { onServerCore } from '../machine/cores.ts';
import { median } from '../median.ts';
import type { BenchPart, BenchSetting, BenchSize, PartResult } from './part.ts';

interface Plan {
  readonly reads: readonly number[];
  readonly rounds: number;
  readonly lone: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { reads: [1_000], rounds: 1, lone: 20 },
  small: { reads: [10_000, 30_000, 100_000], rounds: 1, lone: 300 },
  full: { reads: [10_000, 50_000, 250_000], rounds: 1, lone: 1_000 },
};
const FIRST_READ_MS = Date.UTC(2026, 5, 6, 9);
const BANDS = 5_000;

/** (g): reads from a file through the scanner's journal into a Redis that syncs every write to disk. */
export const ingest: BenchPart = {
  id: 'g',
  title: 'reads a second through the scanner, `appendfsync always`',
  run: benchIngest,
};

async function benchIngest({ size }: BenchSetting): Promise<PartResult> {
  const { reads, rounds, lone } = PLANS[size];
  const runs: { count: number; stored: number; ms: number }[] = [];
  const redis = await startRedis({ persist: true });
  let loneRate: number;
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const count of reads) runs.push({ count, ...(await runScanner(redis, count, round)) });
    }
    loneRate = await measureLoneWrites(redis, lone);
  } finally {
    await redis.stop();
  }
  const msOf = (count: number): number =>
    median(runs.filter((run) => run.count === count).map(({ ms }) => ms));
  const most = reads.at(-1) ?? 0;
  const rate = (most * 1_000) / msOf(most);
  return {
    rows: [
      {
        bench: `${most} reads of a file`,
        ratio: 'reads a second',
        value: rate,
        goal: { atLeast: 20_000 },
        figures: Object.fromEntries(
          reads.map((count) => [`s for ${count}`, (msOf(count) / 1_000).toFixed(2)]),
        ),
      },
      {
        bench: 'in batches',
        ratio: 'reads a second / single writes a second of the same Redis',
        value: rate / loneRate,
        figures: { 'single writes/s': Math.round(loneRate) },
      },
    ],
    growth: [
      {
        name: 'reads are stored',
        of: 'reads',
        unit: 'ms',
        points: reads.map((count) => [count, msOf(count)] as const),
      },
    ],
    due: runs.reduce((sum, { count }) => sum + count, 0),
    delivered: runs.reduce((sum, { stored }) => sum + stored, 0),
    remarks: [],
  };
}

/** From the start of the process to its end, when everything is stored. */
async function runScanner(
  redis: RedisServer,
  count: number,
  round: number,
): Promise<{ stored: number; ms: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'splitcast-bench-'));
  try {
    const file = path.join(folder, 'reads.csv');
    writeFileSync(file, Array.from({ length: count }, (_, i) => describeRead(i)).join('\n'));
    const [command, args] = onServerCore(process.execPath, [
      path.join(PROJECT_DIR, 'dist/server/scanner.mjs'),
      '--quiet',
      '--source',
      'bench',
      '--point',
      'finish',
      '--file',
      file,
    ]);
    const startedMs = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        REDIS_URL: redis.url,
        DATA_DIR: folder,
        RACE_KEY: `ingest-${count}-${round}`,
      },
    });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const ms = performance.now() - startedMs;
    const summary = JSON.parse(output.trim().split('\n').at(-1) ?? '') as { stored: number };
    return { stored: summary.stored, ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeRead(i: number): string {
  return `${(i % BANDS) + 1},${new Date(FIRST_READ_MS + i * 37).toISOString()}`;
}

/** One write after the other, each on disk before the next. */
async function measureLoneWrites(redis: RedisServer, count: number): Promise<number> {
  const client = await connectRedis(redis.url);
  const startedMs = performance.now();
  for (let i = 0; i < count; i += 1) await client.hSet('bench:lone', String(i), 'x'.repeat(120));
  const rate = (count * 1_000) / (performance.now() - startedMs);
  client.destroy();
  return rate;
}
