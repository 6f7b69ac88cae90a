import { setTimeout as delay } from 'node:timers/promises';

import { HOUR_MS } from '#shared/model/time.ts';
import { MIN_PUSH_INTERVAL_MS, PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';

import { createField, type Field } from '../field.ts';
import { isIdleEnough } from '../load/load-client.ts';
import { connectSpectators, runNews } from '../load/run-news.ts';
import { readCpuMs } from '../machine/processes.ts';
import { startPlain } from '../peers/plain.ts';
import { Product } from '../product.ts';
import { readRawRace } from '../raw-race.ts';
import { ask } from './answers.ts';
import type { BenchPart, BenchSetting, BenchSize, PartResult } from './part.ts';

interface Plan {
  readonly spectators: readonly number[];
  /** How many messages of the hour are played. */
  readonly messages: number;
  /** How long it is watched that nothing happens but pings. */
  readonly quietSeconds: number;
  readonly plainRequests: number;
  /** Of an invented race; a real one brings its own. */
  readonly runners: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  smallest: { spectators: [50], messages: 4, quietSeconds: 0.2, plainRequests: 4, runners: 60 },
  small: {
    spectators: [250, 500, 1_000],
    messages: 20,
    quietSeconds: 11,
    plainRequests: 40,
    runners: 2_000,
  },
  full: {
    spectators: [500, 1_000, 2_000],
    messages: 60,
    quietSeconds: 11,
    plainRequests: 100,
    runners: 2_000,
  },
};

/**
 * (c): one spectator for the busiest hour of a race, beside the plain design in which each page
 * fetches a body that Express makes for it every ten seconds. The hour's last messages are played one after the
 * other, each with the scans it had, without the pauses between them; what a message costs is then
 * counted for all of the hour's, what a quiet second costs for all of its seconds.
 */
export const raceHour: BenchPart = {
  id: 'c',
  title: 'a spectator-hour of a race, beside a page that polls the plain design',
  run: benchRaceHour,
};

/** A little more than the service waits, so that each message is one. */
const PAUSE_MS = MIN_PUSH_INTERVAL_MS + 10;

interface HourRun {
  readonly spectators: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly sent: number;
  readonly received: number;
  readonly isVoid: boolean;
}

async function benchRaceHour({ size, race }: BenchSetting): Promise<PartResult> {
  const plan = PLANS[size];
  const field = race === undefined ? createField(plan.runners) : readRawRace(race);
  const { before, hour } = findBusiestHour(field);
  const messages = groupByMessage(hour);
  const played = messages.slice(-plan.messages);
  const runs: HourRun[] = [];
  let first = { ms: 0, bytes: 0 };
  let body = '';
  for (const spectators of plan.spectators) {
    const untilThen = { ...field, scans: field.scans.slice(0, before + hour.length) };
    const product = await Product.start(untilThen, played.flat().length);
    try {
      runs.push(await playHour(product, played, messages.length, spectators, plan));
      body = await (await fetch(`${product.url}/api`)).text();
      const target = { protocol: 'http', port: product.target.port, path: '/api' } as const;
      const asked = await ask(target, product.pid, 40, { 'accept-encoding': 'br' });
      first = { ms: asked.ms, bytes: asked.counts.bytes / 40 };
    } finally {
      await product.stop();
    }
  }
  const plain = await measurePlain(body, plan.plainRequests);
  const polls = HOUR_MS / PUBLIC_POLL_MS;
  const last = runs.at(-1);
  if (!last) throw new Error('Nobody watched.');
  const [ours, theirs] = [last.cpuMs + first.ms, plain.ms * polls];
  const [ourBytes, theirBytes] = [last.bytes + first.bytes, plain.bytes * polls];
  const whose = race === undefined ? 'an invented race' : 'a real race';
  return {
    rows: [
      {
        bench: `CPU, ${whose}, ${hour.length} reads in the hour`,
        ratio: 'ours / plain design',
        value: ours / theirs,
        goal: { atMost: 0.01 },
        figures: {
          'ms ours': ours.toFixed(0),
          'ms plain': theirs.toFixed(0),
          'messages in the hour': messages.length,
          'played of them': played.length,
          runners: field.runners.length,
        },
      },
      {
        bench: `bytes, ${whose}`,
        ratio: 'ours / plain design',
        value: ourBytes / theirBytes,
        goal: { atMost: 0.02 },
        figures: {
          'MB ours': (ourBytes / 1e6).toFixed(2),
          'MB plain': Math.round(theirBytes / 1e6),
          'kB of the first load': Math.round(first.bytes / 1_000),
        },
      },
    ],
    growth: [
      {
        name: 'CPU of a spectator-hour',
        of: 'spectators',
        unit: 'ms',
        points: runs.map((run) => [run.spectators, run.cpuMs] as const),
      },
    ],
    due: runs.reduce((sum, { sent }) => sum + sent, plan.plainRequests),
    delivered: runs.reduce((sum, { received }) => sum + received, plain.responses),
    remarks: [
      ...(race === undefined ? ['(c) `--race FILE` plays the raw reads of a real race.'] : []),
      ...runs.filter(({ isVoid }) => isVoid).map((run) => `(c) void: ${run.spectators}.`),
    ],
  };
}

async function playHour(
  product: Product,
  played: readonly (readonly number[])[],
  messages: number,
  spectators: number,
  { quietSeconds }: Plan,
): Promise<HourRun> {
  const client = await connectSpectators(product, spectators);
  try {
    const pausesMs = played.flatMap((group) => group.map((_, i) => (i === 0 ? PAUSE_MS : 0)));
    const run = await runNews(product, client, { spectators, bytes: 0, pausesMs });
    await client.reset();
    const cpuBefore = readCpuMs(product.pid);
    await delay(quietSeconds * 1_000);
    const quietMs = readCpuMs(product.pid) - cpuBefore;
    const quiet = await client.report();
    const quietShare = HOUR_MS / 1_000 / quiet.seconds / spectators;
    return {
      spectators,
      cpuMs: (messages * run.cpuMs) / run.counts.news + quietMs * quietShare,
      bytes: (messages * run.counts.bytes) / run.counts.news + quiet.bytes * quietShare,
      sent: run.sent,
      received: run.counts.news,
      isVoid: !isIdleEnough(run.counts),
    };
  } finally {
    await client.stop();
  }
}

async function measurePlain(
  body: string,
  requests: number,
): Promise<{ ms: number; bytes: number; responses: number }> {
  const server = await startPlain(body);
  try {
    await ask(server.target, server.pid, Math.ceil(requests / 4), {});
    const { ms, counts } = await ask(server.target, server.pid, requests, {});
    return { ms, bytes: counts.bytes / requests, responses: counts.responses };
  } finally {
    await server.stop();
  }
}

function findBusiestHour({ scans }: Field): { before: number; hour: number[] } {
  const times = scans.map(({ timeMs }) => timeMs);
  let best = { before: 0, count: 0 };
  let end = 0;
  for (const [before, from] of times.entries()) {
    while ((times[end] ?? Infinity) < from + HOUR_MS) end += 1;
    if (end - before > best.count) best = { before, count: end - before };
  }
  return { before: best.before, hour: times.slice(best.before, best.before + best.count) };
}

/** Which scans travel together: a message goes out at once, and at most four in a second. */
function groupByMessage(times: readonly number[]): number[][] {
  const messages: number[][] = [];
  let sentMs = Number.NEGATIVE_INFINITY;
  for (const timeMs of times) {
    const last = messages.at(-1);
    if (last && timeMs <= sentMs) {
      last.push(timeMs);
      continue;
    }
    messages.push([timeMs]);
    sentMs = Math.max(timeMs, sentMs + MIN_PUSH_INTERVAL_MS);
  }
  return messages;
}
