import { setTimeout as delay } from 'node:timers/promises';

import { createRandom } from '#server/system/random.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import { checkHistory, checkViews, type Finding, type Operation } from './check-history.ts';
import { MATS, WEBS } from './plan-faults.ts';
import type { RacePlan } from './plan-race.ts';
import { type RaceSite, startSite } from './race-site.ts';
import { readState, readStateBefore } from './read-state.ts';
import { strike } from './strike.ts';

/** The operations and answers of a race, and its findings. */
export interface RaceOutcome {
  readonly history: readonly Operation[];
  readonly findings: readonly Finding[];
}

/**
 * Runs a race by its plan, waits until all views are equal, and compares the answers with the record. With
 * `dropAcknowledged` it first removes an acknowledged read from Redis, which must be found.
 */
export async function runRace(plan: RacePlan, dropAcknowledged: boolean): Promise<RaceOutcome> {
  const site = await startSite(plan);
  try {
    const before = await readStateBefore(site);
    await play(site, plan);
    const mats = Object.values(site.mats);
    await Promise.all(mats.map((mat) => mat.finish()));
    const history = [
      ...mats.flatMap((mat) => mat.history),
      ...WEBS.flatMap((web) => site.organisers[web].history),
    ];
    site.openFreshViewers();
    await untilEqual(async () => checkViews(await readState(site, before)));
    if (dropAcknowledged) await dropRead(site, history, plan.seed);
    const state = await readState(site, before);
    const final = { ...state, recordDigests: await site.redis.digest(site.store) };
    return { history, findings: checkHistory(history, final) };
  } finally {
    await site.stop();
  }
}

/** Runs each step at its moment; those of one target, mat or organiser run in sequence. */
async function play(site: RaceSite, plan: RacePlan): Promise<void> {
  const beginMs = performance.now();
  const inTurn = async <T extends { readonly atMs: number }>(
    steps: readonly T[],
    take: (step: T) => void | Promise<void>,
  ): Promise<void> => {
    for (const step of steps) {
      await delay(Math.max(0, beginMs + step.atMs - performance.now()));
      await take(step);
    }
  };
  const targets = [...new Set(plan.faults.map(({ target }) => target))];
  const played = await Promise.allSettled([
    ...targets.map((target) =>
      inTurn(
        plan.faults.filter((fault) => fault.target === target),
        (fault) => strike(fault, site.targets[target]),
      ),
    ),
    ...MATS.map((mat) =>
      inTurn(
        plan.reads.filter((read) => read.mat === mat),
        (read) => site.mats[mat].give(read),
      ),
    ),
    ...WEBS.map((web) =>
      inTurn(
        plan.saves.filter((save) => save.web === web),
        (save) => site.organisers[web].save(save),
      ),
    ),
  ]);
  // Only after all have ended, since they would start processes again.
  for (const one of played) if (one.status === 'rejected') throw one.reason;
}

/** Waits until there are no findings; the final check reports those that remain. */
async function untilEqual(check: () => Promise<readonly Finding[]>): Promise<void> {
  const look = async (): Promise<void> => {
    const [wrong] = await check();
    if (wrong) throw new Error(wrong.what);
  };
  await eventually(look, { intervalMs: 200 }).catch(() => undefined);
}

async function dropRead(
  { redis, store }: RaceSite,
  history: readonly Operation[],
  seed: number,
): Promise<void> {
  const acknowledged = history.flatMap((one) =>
    one.kind === 'read' && one.outcome === 'ok' ? [one.id] : [],
  );
  const client = await connectRedis(redis.url);
  await client.hDel(store.keys.scans, createRandom(seed).pick(acknowledged));
  client.destroy();
}
