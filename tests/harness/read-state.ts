import { readLogged } from '#server/store/change-log.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import { createScanId, type StoredScan } from '#shared/model/scan.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import type { FinalState, RunnerChange, RunnerState } from './check-history.ts';
import type { RaceSite } from './race-site.ts';
import { WEBS } from './plan-faults.ts';
import { digestRows, readInstance } from './shown-race.ts';

/** The state before the first operation. */
export type StateBefore = Pick<FinalState, 'entered' | 'epochBefore'>;

export async function readStateBefore({ store }: RaceSite): Promise<StateBefore> {
  const { head, runners } = await store.readRecord();
  return { entered: runners.map(stateOf), epochBefore: head.epoch };
}

/** The state of Redis, all instances and all viewers. */
export async function readState(
  { redis, store, webs, viewers }: RaceSite,
  before: StateBefore,
): Promise<Omit<FinalState, 'recordDigests'>> {
  const { keys } = store;
  const record = await store.readRecord();
  const client = await connectRedis(redis.url);
  const scans = Object.entries(await client.hGetAll(keys.scans));
  const audit = Object.entries(await client.hGetAll(keys.audit));
  const changes = await client.hVals(keys.changes);
  const holders = await client.hGetAll(keys.bands);
  client.destroy();
  return {
    ...before,
    head: record.head,
    digest: digestRows(scoreRace(record.runners, record.scans, record.config)),
    reads: scans.map(([field, text]) => ({
      field,
      scanId: createScanId(JSON.parse(text) as StoredScan),
    })),
    announced: changes
      .flatMap((text) => (JSON.parse(text) as Change).ops)
      .flatMap((op) => (op.op === 'add-scan' ? [op.scan.scanId] : [])),
    runners: record.runners.map(stateOf),
    holders,
    changes: audit.flatMap(([field, text]) => listRunnerChanges(Number(field), text)),
    views: [
      ...(await Promise.all(WEBS.map((web) => readInstance(web, webs[web].url)))),
      ...viewers.map(({ view }) => view),
    ],
  };
}

function stateOf(runner: Runner): RunnerState {
  const { runnerId, rev, runClub } = runner;
  return { runnerId, rev, mark: runClub, bands: bandsOf(runner) };
}

/** The changes of single runners in a version of the log. */
function listRunnerChanges(version: number, text: string): RunnerChange[] {
  return (readLogged(version, text) ?? []).flatMap((change): RunnerChange[] => {
    const { runnerId, before, after, isOneOfMany } = change;
    if (runnerId === undefined || after === undefined || isOneOfMany) return [];
    return [{ version, runnerId, before: before && stateOf(before), after: stateOf(after) }];
  });
}
