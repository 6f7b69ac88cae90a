import { setTimeout as delay } from 'node:timers/promises';

import { createRandom } from '#server/system/random.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { digestRecord } from '#tests/support/record-digest.ts';

import { checkHistory, checkViews, type FinalState, type Finding } from './check-history.ts';
import type { Operation } from './history.ts';
import { MATS, WEBS } from './plan-faults.ts';
import type { RacePlan } from './plan-work.ts';
import { type RaceSite, startSite } from './race-site.ts';
import { readState, readStateBefore, type StateBefore } from './read-state.ts';
import { strike } from './strike.ts';

/** What was done and answered in a race, and all that is wrong at its end. */
export interface RaceOutcome {
  readonly history: readonly Operation[];
  readonly findings: readonly Finding[];
  /** How long everything that was planned took, and then until everybody showed what the record gives. */
  readonly playedMs: DurationMs;
  readonly settledMs: DurationMs;
}

export interface RaceOptions {
  /** Takes one acknowledged read out of Redis before the end is looked at, to see that it is missed. */
  readonly dropAcknowledged: boolean;
}

/** Runs a race by its plan, waits until all has settled, and compares what was answered with what is there. */
export async function runRace(plan: RacePlan, options: RaceOptions): Promise<RaceOutcome> {
  const site = await startSite();
  try {
    const before = await readStateBefore(site);
    const beginMs = performance.now();
    await play(site, plan);
    const playedMs = performance.now() - beginMs;
    await Promise.all(MATS.map((mat) => site.mats[mat].finish()));
    const history = [
      ...MATS.flatMap((mat) => site.mats[mat].history),
      ...WEBS.flatMap((web) => site.organisers[web].history),
      ...WEBS.flatMap((web) => site.phones[web].history),
    ];
    site.openFreshViewers();
    await settle(site, before);
    const settledMs = performance.now() - beginMs - playedMs;
    if (options.dropAcknowledged) await dropAcknowledged(site, history, plan.seed);
    const findings = checkHistory(history, await readEnd(site, before));
    return { history, findings, playedMs, settledMs };
  } finally {
    await site.stop();
  }
}

/** Does everything at its moment; of one target, mat or organiser one thing after the other. */
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
  await Promise.all([
    ...targets.map((target) =>
      inTurn(
        plan.faults.filter((fault) => fault.target === target),
        (fault) => strike(fault, site.find(target)),
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
    ...WEBS.map((web) =>
      inTurn(
        plan.taps.filter((tap) => tap.web === web),
        ({ reportId, runner }) =>
          site.phones[web].tap({
            reportId,
            kind: 'seen',
            bib: site.bibs[runner] ?? '',
            atMs: Date.now(),
          }),
      ),
    ),
  ]);
}

/** Waits until everybody shows what the record gives. What never comes to be so is found when the end is looked at. */
async function settle(site: RaceSite, before: StateBefore): Promise<void> {
  const look = async (): Promise<void> => {
    const [first] = checkViews(await readState(site, before));
    if (first) throw new Error(first.what);
  };
  await eventually(look, { intervalMs: 200 }).catch(() => undefined);
}

/** The end as it is, with what is left of the record when Redis is killed once more. */
async function readEnd(site: RaceSite, before: StateBefore): Promise<FinalState> {
  const { redis, store } = site;
  const state = await readState(site, before);
  const digest = await digestRecord(redis.url, store);
  await redis.kill('SIGKILL');
  await redis.restart();
  return { ...state, recordDigests: [digest, await digestRecord(redis.url, store)] };
}

async function dropAcknowledged(
  { client, store }: RaceSite,
  history: readonly Operation[],
  seed: number,
): Promise<void> {
  const acknowledged = history.flatMap((one) =>
    one.kind === 'read' && one.outcome === 'ok' ? [one.scanId] : [],
  );
  await client.hDel(store.keys.scans, createRandom(seed).pick(acknowledged));
}
