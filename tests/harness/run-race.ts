import { setTimeout as delay } from 'node:timers/promises';

import { createRandom } from '#server/system/random.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import type { CopiesState } from './check-copies.ts';
import {
  checkHistory,
  checkViews,
  type FinalState,
  type Finding,
  isWrong,
} from './check-history.ts';
import type { Operation } from './history.ts';
import { WEBS } from './plan-faults.ts';
import type { RacePlan } from './plan-work.ts';
import { COPIES } from './redis-trio.ts';
import { type RaceSite, startSite } from './race-site.ts';
import { readState, readStateBefore, type StateBefore } from './read-state.ts';
import { strike } from './strike.ts';

/** What was done and answered in a race, and all that is wrong or to be known at its end. */
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
  /** Has the race played in the middle of what is done beside it. */
  readonly watch?: (site: RaceSite, play: () => Promise<void>) => Promise<void>;
  /** Has disks lie once the race begins, to see that what a power cut takes then is missed. */
  readonly lying: boolean;
}

/** Runs a race by its plan, waits until all has settled, and compares what was answered with what is there. */
export async function runRace(plan: RacePlan, options: RaceOptions): Promise<RaceOutcome> {
  const site = await startSite(plan);
  try {
    const before = await readStateBefore(site);
    if (options.lying) for (const disk of site.disks) disk.lie();
    const beginMs = performance.now();
    if (options.watch) await options.watch(site, () => play(site, plan));
    else await play(site, plan);
    const playedMs = performance.now() - beginMs;
    const unsent = plan.copies ? await findUnsent(site) : [];
    const mats = [...site.mats.values()];
    await Promise.all(mats.map((mat) => mat.finish()));
    const history = [
      ...mats.flatMap((mat) => mat.history),
      ...WEBS.flatMap((web) => site.organisers[web].history),
      ...WEBS.flatMap((web) => site.phones[web].history),
    ];
    site.openFreshViewers();
    const known = (): Pick<FinalState, 'copies'> =>
      plan.copies ? { copies: describeCopies(site, plan) } : {};
    await settle(site, before, (state) =>
      checkViews({ ...state, ...known() }).filter((finding) => isWrong(finding)),
    );
    const settledMs = performance.now() - beginMs - playedMs;
    if (options.dropAcknowledged) await dropAcknowledged(site, history, plan.seed);
    const final = { ...(await readEnd(site, before)), ...known() };
    const findings = [...unsent, ...checkHistory(history, final)];
    return { history, findings, playedMs, settledMs };
  } finally {
    await site.stop();
  }
}

function describeCopies({ redis, webs }: RaceSite, { faults, wait }: RacePlan): CopiesState {
  return {
    strikes: faults.filter(({ target }) => target === 'redis').length,
    gaps: redis.gaps,
    mayLose: wait < COPIES,
    kills: WEBS.flatMap((web) => webs[web].kills.map((atMs) => ({ web, atMs }))),
  };
}

/** Scanners that run, and are given nothing more, bring all that is on their disks into whatever Redis there is. */
async function findUnsent({ redis, store, mats }: RaceSite): Promise<readonly Finding[]> {
  const read = async (): Promise<readonly string[]> => {
    const client = await connectRedis(await redis.findMaster());
    const stored = new Set(await client.hKeys(store.keys.scans));
    client.destroy();
    return [...mats.values()].flatMap((mat) => mat.onDisk.filter((scanId) => !stored.has(scanId)));
  };
  const untilNone = async (): Promise<readonly string[]> => {
    const unsent = await read();
    if (unsent.length > 0) throw new Error(`${unsent.length} reads are not there yet.`);
    return unsent;
  };
  const unsent = await eventually(untilNone, { intervalMs: 200 }).catch(read);
  return unsent.map((scanId) => ({
    verdict: 'lost',
    what: `the read ${scanId} is on the disk of a scanner that runs, and is not stored`,
  }));
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
  const played = await Promise.allSettled([
    ...targets.map((target) =>
      inTurn(
        plan.faults.filter((fault) => fault.target === target),
        (fault) =>
          target === 'redis' ? site.redis.strike(fault) : strike(fault, site.find(target)),
      ),
    ),
    ...Array.from(site.mats, ([name, mat]) =>
      inTurn(
        plan.reads.filter((read) => read.mat === name),
        (read) => mat.give(read),
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
  // Only when nobody goes on, who would start processes again.
  for (const one of played) if (one.status === 'rejected') throw one.reason;
}

/** Waits until nothing is found. What never comes to be so is found when the end is looked at. */
async function settle(
  site: RaceSite,
  before: StateBefore,
  check: (state: FinalState) => readonly Finding[],
): Promise<void> {
  const look = async (): Promise<void> => {
    const [first] = check({ ...(await readState(site, before)), recordDigests: [''] });
    if (first) throw new Error(first.what);
  };
  await eventually(look, { intervalMs: 200 }).catch(() => undefined);
}

/** The end as it is, with what is left of the record when its server is killed once more. */
async function readEnd(site: RaceSite, before: StateBefore): Promise<FinalState> {
  const state = await readState(site, before);
  return { ...state, recordDigests: await site.redis.digest(site.store) };
}

async function dropAcknowledged(
  { redis, store }: RaceSite,
  history: readonly Operation[],
  seed: number,
): Promise<void> {
  const acknowledged = history.flatMap((one) =>
    one.kind === 'read' && one.outcome === 'ok' ? [one.scanId] : [],
  );
  const client = await connectRedis(await redis.findMaster());
  await client.hDel(store.keys.scans, createRandom(seed).pick(acknowledged));
  client.destroy();
}
