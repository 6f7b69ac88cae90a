import { setTimeout as delay } from 'node:timers/promises';

import { createField } from '../field.ts';
import { LoadClient } from '../load/load-client.ts';
import { runNews } from '../load/run-news.ts';
import { readMemory } from '../machine/processes.ts';
import { Product } from '../product.ts';
import type { BenchPart, BenchSetting, BenchSize, PartResult } from './part.ts';

const SPECTATORS: Readonly<Record<BenchSize, readonly number[]>> = {
  smallest: [200],
  small: [500, 1_000, 2_000],
  full: [1_000, 5_000, 10_000],
};
const RUNNERS = 2_000;
const FRAMES = 2;
/** What is done with is given back a little later. */
const SETTLE_MS = 500;
const GOAL_KB = 10;

/** (e): the service's resident memory for each spectator who has been sent news. */
export const memory: BenchPart = {
  id: 'e',
  title: 'memory of the service a spectator',
  run: benchMemory,
};

async function benchMemory({ size }: BenchSetting): Promise<PartResult> {
  const sizes = SPECTATORS[size];
  const product = await Product.start(createField(RUNNERS), FRAMES * (sizes.length + 1));
  const points: [size: number, kb: number][] = [];
  let due = 0;
  let delivered = 0;
  let alone = 0;
  try {
    const client = await LoadClient.start(product.target);
    client.expect(product.ready);
    // One who watches, so that all the code has run before anything is weighed.
    for (const count of [1, ...sizes]) {
      const { connections } = await client.report();
      await client.open(count - connections);
      const pausesMs = Array.from({ length: FRAMES }, () => 260);
      const run = await runNews(product, client, { spectators: count, bytes: 0, pausesMs });
      due += run.sent;
      delivered += run.counts.news;
      await delay(SETTLE_MS);
      const held = readMemory(product.pid);
      if (count === 1) alone = held;
      else points.push([count, Math.max(held - alone, 1) / 1_000 / count]);
    }
    await client.stop();
  } finally {
    await product.stop();
  }
  return {
    rows: points.map(([count, kb]) => ({
      bench: `${count} spectators`,
      ratio: 'kB each',
      value: kb,
      ...(count >= 5_000 ? { goal: { atMost: GOAL_KB } } : {}),
      figures: { 'MB without them': Math.round(alone / 1e6) },
    })),
    growth: [
      {
        name: 'memory of all spectators',
        of: 'spectators',
        unit: 'kB',
        points: points.map(([count, kb]) => [count, kb * count] as const),
      },
    ],
    due,
    delivered,
    remarks: [],
  };
}
