import { setTimeout as delay } from 'node:timers/promises';

import { HANGS_MS } from '#tests/support/hangs.ts';

import { readCpuMs } from '../machine/processes.ts';
import type { Contender } from '../peers/contender.ts';
import { type Counts, isIdleEnough, LoadClient } from './load-client.ts';

/** What a contender did for a number of spectators. */
export interface NewsRun {
  readonly counts: Counts;
  readonly sent: number;
  /** Processor time of the server. */
  readonly cpuMs: number;
  readonly isVoid: boolean;
}

export interface NewsPlan {
  readonly spectators: number;
  readonly bytes: number;
  readonly pausesMs: readonly number[];
}

/** What the opening of connections leaves to do is not part of a run. */
const SETTLE_MS = 500;
const ARRIVE_WITHIN_MS = HANGS_MS;

export async function connectSpectators(
  contender: Contender,
  spectators: number,
): Promise<LoadClient> {
  const client = await LoadClient.start(contender.target);
  if (contender.ready !== undefined) client.expect(contender.ready);
  await client.open(spectators);
  return client;
}

/** Sends news at the times planned, whatever became of those before, and waits until all are there. */
export async function runNews(
  contender: Contender,
  client: LoadClient,
  { spectators, bytes, pausesMs }: NewsPlan,
): Promise<NewsRun> {
  await delay(SETTLE_MS);
  const sentBefore = await contender.countSent(spectators);
  await client.reset();
  const cpuBefore = readCpuMs(contender.pid);
  let last = 0;
  let dueMs = performance.now();
  const broadcasts: Promise<void>[] = [];
  for (const pauseMs of pausesMs) {
    dueMs += pauseMs;
    await delay(Math.max(0, dueMs - performance.now()));
    const broadcast = contender.broadcast(bytes, (seq) => {
      last = seq;
      client.stamp(seq);
    });
    // What fails shows below, when all have set out.
    broadcast.catch(() => undefined);
    broadcasts.push(broadcast);
  }
  await Promise.all(broadcasts);
  const untilMs = performance.now() + ARRIVE_WITHIN_MS;
  let counts = await client.report();
  // The last news may still wait for others to travel with, and each of the spectators gets them.
  const isOver = (): boolean => counts.latest >= last && counts.news % spectators === 0;
  while (!isOver() && performance.now() < untilMs) {
    await delay(50);
    counts = await client.report();
  }
  const cpuMs = readCpuMs(contender.pid) - cpuBefore;
  const sent = (await contender.countSent(spectators)) - sentBefore;
  if (counts.news !== sent || counts.leastNews !== counts.mostNews || counts.lost > 0) {
    throw new Error(
      `${contender.name} sent ${sent} frames to ${spectators}, and ${counts.news} came.`,
    );
  }
  return { counts, sent, cpuMs, isVoid: !isIdleEnough(counts) };
}
