import { createField } from '../field.ts';
import { type Counts, isIdleEnough, LoadClient, type Opened } from '../load/load-client.ts';
import { readFileLimit } from '../machine/cores.ts';
import { readCpuMs } from '../machine/processes.ts';
import { median } from '../median.ts';
import { Product } from '../product.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, PartResult } from './part.ts';

interface Plan {
  readonly herds: readonly number[];
  readonly rounds: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { herds: [100], rounds: 1 },
  small: { herds: [500, 1_000, 2_000], rounds: 2 },
  full: { herds: [2_500, 5_000, 10_000, 20_000], rounds: 3 },
};
const RUNNERS = 2_000;
/** What happens while the herd is away. */
const MISSED_SCANS = 10;
/** Files that the service has open beside those of its viewers. */
const OTHER_FILES = 200;
const GOAL_SECONDS: Readonly<Record<number, number>> = { 10_000: 1.5, 20_000: 4 };

/** (d): all are cut off at once and come back at once, each asking what it missed. */
export const herd: BenchPart = {
  id: 'd',
  title: 'a herd comes back all at once: seconds until the last of it is current',
  run: benchHerd,
};

interface Run {
  readonly size: number;
  readonly first: Opened;
  readonly back: Opened;
  readonly cpuMs: number;
  readonly counts: Counts;
}

async function benchHerd({ size }: BenchSetting): Promise<PartResult> {
  const { herds, rounds } = PLANS[size];
  const most = readFileLimit() - OTHER_FILES;
  const possible = herds.filter((count) => count <= most);
  const product = await Product.start(
    createField(RUNNERS),
    possible.length * rounds * MISSED_SCANS,
  );
  const runs: Run[] = [];
  try {
    for (const count of possible) {
      for (let round = 0; round < rounds; round += 1) runs.push(await runHerd(product, count));
    }
  } finally {
    await product.stop();
  }
  return {
    rows: possible.map((count) => presentHerd(runs.filter((run) => run.size === count))),
    growth: [
      {
        name: 'until a herd is back and current',
        of: 'spectators',
        unit: 'ms',
        points: possible.map((count) => [count, median(timesBack(runs, count))] as const),
      },
    ],
    due: runs.reduce((sum, { back }) => sum + back.asked, 0),
    delivered: runs.reduce((sum, { back }) => sum + back.opened, 0),
    remarks: [
      ...herds
        .filter((count) => count > most)
        .map((count) => `(d) skipped: ${count} at once, since a process may open ${most} files.`),
      ...runs
        .filter(({ counts }) => !isIdleEnough(counts))
        .map((run) => `(d) the client needed ${Math.round(run.counts.busy * 100)} % of its core.`),
    ],
  };
}

async function runHerd(product: Product, count: number): Promise<Run> {
  const client = await LoadClient.start(product.target);
  try {
    client.expect(product.ready);
    const first = await client.open(count, count);
    const head = await product.readHead();
    for (let i = 0; i < MISSED_SCANS; i += 1) await product.broadcast(0, () => undefined);
    await client.close();
    client.answerHello(`420["resume",${JSON.stringify(head)}]`);
    client.expect('430');
    await client.reset();
    const cpuBefore = readCpuMs(product.pid);
    const back = await client.open(count, count);
    const cpuMs = readCpuMs(product.pid) - cpuBefore;
    return { size: count, first, back, cpuMs, counts: await client.report() };
  } finally {
    await client.stop();
  }
}

function timesBack(runs: readonly Run[], count: number): number[] {
  return runs.filter((run) => run.size === count).map(({ back }) => back.ms);
}

function presentHerd(runs: readonly Run[]): BenchRow {
  const { size = 0 } = runs[0] ?? {};
  const seconds = median(timesBack(runs, size)) / 1_000;
  const atMost = GOAL_SECONDS[size];
  return {
    bench: `${size} come back`,
    ratio: 'seconds, all current',
    value: seconds,
    ...(atMost === undefined ? {} : { goal: { atMost } }),
    figures: {
      's the first time': (median(runs.map(({ first }) => first.ms)) / 1_000).toFixed(2),
      'µs CPU each': Math.round(median(runs.map(({ cpuMs }) => (cpuMs * 1_000) / size))),
      'ms p99 of one': Math.round(median(runs.map(({ back }) => back.each?.p99 ?? Number.NaN))),
    },
  };
}
