import { createField } from '../field.ts';
import type { LoadClient } from '../load/load-client.ts';
import { connectSpectators, type NewsPlan, type NewsRun, runNews } from '../load/run-news.ts';
import { median } from '../median.ts';
import type { Contender } from '../peers/contender.ts';
import { startSocketIo, startWs } from '../peers/line-server.ts';
import { OURS, Product } from '../product.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, Goal, PartResult } from './part.ts';

interface Plan {
  /** For how many spectators all contenders are run, in turn. */
  readonly compared: readonly number[];
  /** For how many we are run alone, to see how the cost grows. */
  readonly alone: readonly number[];
  readonly rounds: number;
  readonly frames: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { compared: [100], alone: [], rounds: 1, frames: 2 },
  small: { compared: [1_000], alone: [250, 500], rounds: 3, frames: 8 },
  full: { compared: [2_000, 10_000], alone: [500], rounds: 3, frames: 12 },
};
/** Four a second, and none waits for the one before. */
const PAUSE_MS = 260;
const WARM_UP_FRAMES = 4;
const RUNNERS = 2_000;

/** (a): the server's processor time for one frame that arrived, beside what one would take otherwise. */
export const fanOut: BenchPart = {
  id: 'a',
  title: 'CPU of the server a delivered frame, four a second to all',
  run: benchFanOut,
};

async function benchFanOut({ size }: BenchSetting): Promise<PartResult> {
  const { compared, alone, rounds, frames } = PLANS[size];
  const sizes = [...alone, ...compared].toSorted((a, b) => a - b);
  const product = await Product.start(
    createField(RUNNERS),
    (frames * rounds + WARM_UP_FRAMES) * sizes.length,
  );
  const others = [await startSocketIo(), await startWs()];
  const runs: Run[] = [];
  try {
    for (const spectators of sizes) {
      const contenders = alone.includes(spectators) ? [product] : [product, ...others];
      runs.push(...(await runInTurn(contenders, spectators, PLANS[size])));
    }
  } finally {
    for (const contender of [product, ...others]) await contender.stop();
  }
  return {
    rows: [
      ...compared.flatMap((count) => others.map(({ name }) => compareTwo(runs, name, count))),
      ...compareSizes(runs, compared),
    ],
    growth: [product, ...others].map(({ name }) => ({
      name: `a frame, ${name}`,
      of: 'spectators',
      unit: 'µs',
      points: (name === OURS ? [...alone, ...compared] : compared)
        .toSorted((a, b) => a - b)
        .map((count) => [count, median(costsOf(runs, name, count))] as const),
    })),
    due: runs.reduce((sum, { sent }) => sum + sent, 0),
    delivered: runs.reduce((sum, { counts }) => sum + counts.news, 0),
    remarks: runs
      .filter(({ isVoid }) => isVoid)
      .map((run) => `(a) void, the client was too busy: ${run.name}, ${run.spectators}.`),
  };
}

/** A B C A B C: whatever else the machine does meets all of them. The first is ours. */
async function runInTurn(
  contenders: readonly Contender[],
  spectators: number,
  { rounds, frames }: Plan,
): Promise<Run[]> {
  const clients: LoadClient[] = [];
  const runs: Run[] = [];
  let bytes = 0;
  try {
    for (const contender of contenders) {
      const client = await connectSpectators(contender, spectators);
      clients.push(client);
      // What opening so many has left to do, and code that is not compiled yet, are not measured.
      const warmUp = await runNews(contender, client, plan(spectators, WARM_UP_FRAMES, bytes));
      // What the service sends for one scan; the others send as much.
      bytes ||= Math.round(warmUp.counts.bytes / warmUp.counts.news);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [i, contender] of contenders.entries()) {
        const client = clients[i];
        if (!client) throw new Error(`${contender.name} has no spectators.`);
        const run = await runNews(contender, client, plan(spectators, frames, bytes));
        runs.push({ ...run, name: contender.name, spectators });
      }
    }
    return runs;
  } finally {
    for (const client of clients) await client.stop();
  }
}

function plan(spectators: number, frames: number, bytes: number): NewsPlan {
  return { spectators, bytes, pausesMs: Array.from({ length: frames }, () => PAUSE_MS) };
}

interface Run extends NewsRun {
  readonly name: string;
  readonly spectators: number;
}

const GOALS: Readonly<Record<string, Goal>> = {
  'ws, prepared frame': { atMost: 1.1 },
};
const SOCKET_IO = 'Socket.IO emit';

function compareTwo(runs: readonly Run[], other: string, spectators: number): BenchRow {
  const own = costsOf(runs, OURS, spectators);
  const theirs = costsOf(runs, other, spectators);
  const ratio = median(own) / median(theirs);
  // As it is usually asked: how much dearer is what one would take first.
  const isAsked = other === SOCKET_IO;
  const goal = isAsked ? { atLeast: 1.25 } : GOALS[other];
  return {
    bench: `a frame, ${spectators} spectators`,
    ratio: isAsked ? `${other} / ours` : `ours / ${other}`,
    value: isAsked ? 1 / ratio : ratio,
    ...(goal ? { goal } : {}),
    figures: {
      'µs ours': describe(own),
      [`µs ${other}`]: describe(theirs),
      pongs: runs
        .filter((run) => run.name === OURS && run.spectators === spectators)
        .reduce((sum, { counts }) => sum + counts.pings, 0),
    },
  };
}

/** A frame to many may not be dearer than one to few. */
function compareSizes(runs: readonly Run[], compared: readonly number[]): BenchRow[] {
  const [few, many] = [compared.at(-2), compared.at(-1)];
  if (few === undefined || many === undefined) return [];
  const [small, large] = [costsOf(runs, OURS, few), costsOf(runs, OURS, many)];
  return [
    {
      bench: 'a frame as spectators grow',
      ratio: `ours at ${many} / at ${few}`,
      value: median(large) / median(small),
      goal: { atMost: 1.1 },
      figures: { [`µs at ${few}`]: describe(small), [`µs at ${many}`]: describe(large) },
    },
  ];
}

/** Microseconds of the server for each frame that came, of each round. */
function costsOf(runs: readonly Run[], name: string, spectators: number): number[] {
  return runs
    .filter((run) => run.name === name && run.spectators === spectators && !run.isVoid)
    .map(({ cpuMs, counts }) => (cpuMs * 1_000) / counts.news);
}

function describe(costs: readonly number[]): string {
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return `${median(costs).toFixed(1)} [${least.toFixed(1)} to ${most.toFixed(1)}]`;
}
