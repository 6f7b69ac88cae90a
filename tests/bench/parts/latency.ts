import { createField, createRandom } from '../field.ts';
import type { Times } from '../load/load-client.ts';
import { connectSpectators, type NewsRun, runNews } from '../load/run-news.ts';
import { Product } from '../product.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, Goal, PartResult } from './part.ts';

/** Scans a second, at random moments; `lone`: one a second, so that none meets another. */
type Rate = 'lone' | 2 | 20 | 50;

interface Plan {
  readonly spectators: readonly number[];
  readonly rates: readonly Rate[];
  readonly seconds: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { spectators: [100], rates: [20], seconds: 0.5 },
  small: { spectators: [250, 500, 1_000], rates: ['lone', 20], seconds: 4 },
  full: { spectators: [1_000, 5_000, 10_000], rates: ['lone', 2, 20, 50], seconds: 8 },
};
const RUNNERS = 2_000;
const GOAL_MS: Readonly<Record<string, number>> = {
  'p50 lone 5000': 20,
  'p99 20 5000': 350,
  'p99 50 10000': 450,
};

/** (b): from the moment before a scan is stored to after the spectator's recv. */
export const latency: BenchPart = {
  id: 'b',
  title: 'scan to spectator, in milliseconds: of the oldest scan that a message tells of',
  run: benchLatency,
};

interface Run extends NewsRun {
  readonly spectators: number;
  readonly rate: Rate;
}

async function benchLatency({ size }: BenchSetting): Promise<PartResult> {
  const { spectators, rates, seconds } = PLANS[size];
  const random = createRandom(7);
  const schedules = rates.map((rate) => ({ rate, pausesMs: schedule(rate, seconds, random) }));
  const scans = schedules.reduce((sum, { pausesMs }) => sum + pausesMs.length, 0);
  const product = await Product.start(createField(RUNNERS), scans * spectators.length);
  const runs: Run[] = [];
  try {
    for (const count of spectators) {
      const client = await connectSpectators(product, count);
      try {
        for (const { rate, pausesMs } of schedules) {
          const plan = { spectators: count, bytes: 0, pausesMs };
          runs.push({ ...(await runNews(product, client, plan)), spectators: count, rate });
        }
      } finally {
        await client.stop();
      }
    }
  } finally {
    await product.stop();
  }
  return {
    rows: runs.flatMap((run) => presentRun(run, seconds)),
    growth: rates.flatMap((rate) =>
      (['p50', 'p99'] as const).map((name) => ({
        name: `${name}, ${describeRate(rate)}`,
        of: 'spectators',
        unit: 'ms',
        points: runs
          .filter((run) => run.rate === rate)
          .map((run) => [run.spectators, timesOf(run)[name]] as const),
      })),
    ),
    due: runs.reduce((sum, { sent }) => sum + sent, 0),
    delivered: runs.reduce((sum, { counts }) => sum + counts.news, 0),
    remarks: runs
      .filter(({ isVoid }) => isVoid)
      .map((run) => `(b) void, the client was too busy: ${run.spectators}, ${run.rate}.`),
  };
}

/** Random pauses of a Poisson process, the same in every run. */
function schedule(rate: Rate, seconds: number, random: () => number): number[] {
  if (rate === 'lone') return Array.from({ length: Math.ceil(seconds) }, () => 1_000);
  const count = Math.ceil(rate * seconds);
  return Array.from({ length: count }, () => (-Math.log(1 - random()) * 1_000) / rate);
}

function describeRate(rate: Rate): string {
  return rate === 'lone' ? 'a lone scan' : `${rate} scans a second`;
}

function presentRun(run: Run, seconds: number): BenchRow[] {
  const { spectators, rate, counts, cpuMs, sent } = run;
  const { p50, p99, max } = timesOf(run);
  const bench = `${describeRate(rate)}, ${spectators} spectators`;
  const figures = {
    max: max.toFixed(0),
    'frames to each': Math.round(sent / spectators),
    '% of the core': Math.round((cpuMs / (seconds * 1_000)) * 100),
    '% of the client': Math.round(counts.busy * 100),
  };
  return [
    { bench, ratio: 'p50, ms', value: p50, ...goalOf(run, 'p50'), figures: {} },
    { bench, ratio: 'p99, ms', value: p99, ...goalOf(run, 'p99'), figures },
  ];
}

function goalOf({ spectators, rate }: Run, name: 'p50' | 'p99'): { goal?: Goal } {
  const atMost = GOAL_MS[`${name} ${rate} ${spectators}`];
  return atMost === undefined ? {} : { goal: { atMost } };
}

function timesOf({ counts }: Run): Times {
  if (!counts.latency) throw new Error('No news had a stamp.');
  return counts.latency;
}
