import { createField, type Field, withReadsTwice } from '../field.ts';
import { connectSpectators, type NewsRun, runNews } from '../load/run-news.ts';
import { readMemory } from '../machine/processes.ts';
import { Product } from '../product.ts';
import { measureScans, measureWhole } from '../scoring.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, PartResult } from './part.ts';

interface Plan {
  readonly fields: readonly number[];
  /** The scans of the largest field when a start is measured. */
  readonly scans: number;
  readonly measured: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { fields: [300], scans: 2_000, measured: 2 },
  small: { fields: [600, 6_000, 32_000], scans: 250_000, measured: 8 },
  full: { fields: [600, 6_000, 32_000], scans: 250_000, measured: 25 },
};
const GOAL_LOAD_S = 1.2;

/** (f): what a scan and a start cost as the field grows. */
export const scan: BenchPart = {
  id: 'f',
  title: 'one scan and a start, as the field grows',
  run: benchScan,
};

async function benchScan({ size }: BenchSetting): Promise<PartResult> {
  const { fields, scans, measured } = PLANS[size];
  const [few = 0, many = 0] = [fields[0], fields.at(-1)];
  const costs = measureScans(fields);
  const [least = Number.NaN, most = Number.NaN] = [costs[0]?.[1], costs.at(-1)?.[1]];
  const empty = await measureLive(createField(0), 0);
  const starts: Start[] = [];
  for (const runners of fields) {
    const field = createField(runners);
    const full = withReadsTwice(field, runners === many ? scans : field.scans.length);
    starts.push(await measureLive(full, measured));
  }
  return {
    rows: [
      {
        bench: 'one scan is scored and placed',
        ratio: `cost in a field of ${many} / ${few}`,
        value: most / least,
        goal: { atMost: 1.6 },
        figures: Object.fromEntries(costs.map(([n, cost]) => [`µs at ${n}`, cost.toFixed(1)])),
      },
      {
        bench: 'the whole race is scored again',
        ratio: `cost / that of one scan, ${many} runners`,
        value: measureWhole(many) / most,
        figures: { 'scans/s one by one': Math.round(1e6 / most) },
      },
      ...starts.map((start) => presentStart(start, empty, many)),
    ],
    growth: [
      { name: 'one scan', of: 'runners', unit: 'µs', points: costs },
      {
        name: 'CPU of a start with its race',
        of: 'scans',
        unit: 'ms',
        points: starts.map(({ field, start }) => [field.scans.length, start.cpuMs] as const),
      },
    ],
    due: starts.reduce((sum, { run }) => sum + run.sent, 0),
    delivered: starts.reduce((sum, { run }) => sum + run.counts.news, 0),
    remarks: [],
  };
}

interface Start {
  readonly field: Field;
  readonly start: Product['start'];
  readonly memoryMb: number;
  readonly run: NewsRun;
}

/** A start of the built service, and the path of its last scans from Redis to one viewer's socket. */
async function measureLive(field: Field, measured: number): Promise<Start> {
  const product = await Product.start(field, measured);
  try {
    const client = await connectSpectators(product, 1);
    try {
      // Spaced so that no push waits for the one before: the path itself is measured.
      const pausesMs = Array.from({ length: measured }, () => 300);
      const run = await runNews(product, client, { spectators: 1, bytes: 0, pausesMs });
      const memoryMb = readMemory(product.pid) / 1e6;
      return { field, start: product.start, memoryMb, run };
    } finally {
      await client.stop();
    }
  } finally {
    await product.stop();
  }
}

function presentStart(
  { field, start, memoryMb, run }: Start,
  empty: Start,
  many: number,
): BenchRow {
  const runners = field.runners.length;
  return {
    bench: `a start with ${runners} runners and ${field.scans.length} scans`,
    ratio: 'seconds of its core more than without',
    value: Math.max(start.cpuMs - empty.start.cpuMs, 1) / 1_000,
    ...(runners === many ? { goal: { atMost: GOAL_LOAD_S } } : {}),
    figures: {
      's until ready': (start.ms / 1_000).toFixed(2),
      's without the race': (empty.start.ms / 1_000).toFixed(2),
      'MB after it': Math.round(memoryMb),
      'ms p50, scan to a lone socket': run.counts.latency?.p50.toFixed(1) ?? '',
      'ms p99': run.counts.latency?.p99.toFixed(1) ?? '',
    },
  };
}
