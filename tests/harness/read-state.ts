import { readLogEntry } from '#server/store/audit-log.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import { createScanId, type StoredScan } from '#shared/model/scan.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import type { FinalState, RunnerChange, RunnerState, StoredRead } from './check-history.ts';
import type { RaceSite } from './race-site.ts';
import { SETTINGS_ID } from './history.ts';
import { digestShown, readInstance } from './shown-race.ts';

/** What is known from before the first operation. */
export type StateBefore = Pick<FinalState, 'entered' | 'epochBefore'>;

export async function readStateBefore({ redis, store }: RaceSite): Promise<StateBefore> {
  const { head, runners, config } = await store.readRecord();
  const client = await connectRedis(await redis.findMaster());
  const saves = readSettingsSaves(Object.entries(await client.hGetAll(store.keys.audit)));
  client.destroy();
  const settings = settingsState(config, saves);
  return { entered: [...runners.map(stateOf), settings], epochBefore: head.epoch };
}

/** What Redis, each instance and each viewer have now, all but what follows from killing Redis. */
export async function readState(
  { redis, store, webs, workers, viewers }: RaceSite,
  before: StateBefore,
): Promise<Omit<FinalState, 'recordDigests'>> {
  const { keys } = store;
  const record = await store.readRecord();
  const client = await connectRedis(await redis.findMaster());
  const scans = Object.entries(await client.hGetAll(keys.scans));
  const audit = Object.entries(await client.hGetAll(keys.audit));
  const changes = await client.hVals(keys.changes);
  const holders = await client.hGetAll(keys.bands);
  client.destroy();
  const settingsSaves = readSettingsSaves(audit);
  const { rev: savedBefore = 0 } =
    before.entered.find(({ runnerId }) => runnerId === SETTINGS_ID) ?? {};
  return {
    ...before,
    head: record.head,
    digest: digestShown(
      scoreRace(record.runners, record.scans, record.config),
      record.config.pageTitle,
    ),
    reads: scans.map(([field, text]) => readStored(field, JSON.parse(text) as StoredScan)),
    announced: changes
      .flatMap((text) => (JSON.parse(text) as Change).ops)
      .flatMap((op) => (op.op === 'add-scan' ? [op.scan.scanId] : [])),
    runners: [...record.runners.map(stateOf), settingsState(record.config, settingsSaves)],
    holders,
    taps: [
      ...record.reports.map(({ reportId }) => reportId),
      ...record.control.flatMap(({ kind, subject }) => (kind === 'sighting' ? [subject] : [])),
    ],
    changes: [
      ...audit.flatMap(([field, text]) => readChange(field, text) ?? []),
      ...settingsSaves.slice(savedBefore),
    ],
    views: [
      ...(await Promise.all([
        readInstance('web-1', webs['web-1'].url),
        ...Array.from({ length: workers }, () => readInstance('web-2', webs['web-2'].url)),
      ])),
      ...viewers.map(({ view }) => view),
    ],
  };
}

function stateOf(runner: Runner): RunnerState {
  const { runnerId, rev, runClub } = runner;
  return { runnerId, rev, mark: runClub, bands: bandsOf(runner) };
}

function readStored(field: string, scan: StoredScan): StoredRead {
  const { session = '', seq = 0 } = scan;
  return { field, scanId: createScanId(scan), place: `${scan.source}|${session}|${seq}` };
}

/** The change of a runner that an entry of the log is about; undefined where it is about something else. */
function readChange(field: string, text: string): RunnerChange | undefined {
  const [version, runnerId] = field.split(/:(.*)/);
  const { before, after, isOneOfMany, reports } = readLogEntry(field, text) ?? {};
  // What marshals report is beside the entry, and no revision of it.
  if (runnerId === undefined || after === undefined || isOneOfMany || reports) return undefined;
  return {
    version: Number(version),
    runnerId,
    before: before === undefined ? undefined : stateOf(before as Runner),
    after: stateOf(after as Runner),
  };
}

/** All saves of the settings in the log, in their order, each a revision. */
function readSettingsSaves(
  audit: readonly (readonly [field: string, text: string])[],
): readonly RunnerChange[] {
  return audit
    .flatMap(([field, text]) => {
      const entry = readLogEntry(field, text);
      return entry?.action === 'config' ? [{ version: Number(field), entry }] : [];
    })
    .toSorted((a, b) => a.version - b.version)
    .map(({ version, entry }, rev) => ({
      version,
      runnerId: SETTINGS_ID,
      before: { rev, mark: (entry.before as RaceConfig).pageTitle },
      after: { rev: rev + 1, mark: (entry.after as RaceConfig).pageTitle },
    }));
}

function settingsState(
  { pageTitle }: RaceConfig,
  { length }: readonly RunnerChange[],
): RunnerState {
  return { runnerId: SETTINGS_ID, rev: length, mark: pageTitle, bands: [] };
}
