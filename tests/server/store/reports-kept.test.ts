import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import type { ControlEntry, Report } from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { mergeEntries } from '#server/race/merge-entries.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';

const { openRace } = provideFileRedis();
const BY = { by: 'sian@example.org' };
const AT_MS = Date.UTC(2026, 5, 20, 11);
const ann = buildRunner({ runnerId: 'ann' });

async function reportRunner(store: RaceStore): Promise<Report> {
  const report: Report = {
    reportId: randomUUID(),
    runnerId: asRunnerId('ann'),
    kind: 'seen',
    point: 'cp2',
    saidBy: 'Llŷr',
    atMs: AT_MS,
    enteredMs: AT_MS,
    by: BY.by,
  };
  await store.commit({ ops: [{ op: 'put-report', report }], audit: { ...BY, action: 'report' } });
  return report;
}

async function claim(store: RaceStore, subject: string): Promise<ControlEntry> {
  const entry: ControlEntry = { kind: 'claim', subject, atMs: AT_MS, ...BY };
  await store.commit({
    ops: [{ op: 'put-control', entry }],
    audit: { ...BY, action: 'control' },
  });
  return entry;
}

/** A report and a note, which the record then has. */
async function decide(store: RaceStore, subject: string) {
  return { reports: [await reportRunner(store)], control: [await claim(store, subject)] };
}

test('[RC8 CF15 CF17] an import removes reports and notes, and a restore brings both back', async () => {
  const { store, redis, keys } = await openRace();
  await store.replaceRunners([ann], BY);
  const kept = await decide(store, 'runner:ann');
  const { backupId } = await store.replaceRunners([ann], BY);
  expect(await redis.exists([keys.reports, keys.control])).toBe(0);

  // The restore replaces later reports, and makes a backup of them.
  const since = await decide(store, 'runner:bob');
  const restored = await store.restoreBackup(backupId, BY);
  expect(await store.readRecord()).toMatchObject(kept);
  await store.restoreBackup(restored?.replacement.backupId ?? '', BY);
  expect(await store.readRecord()).toMatchObject(since);
  expect(await redis.ttl(keys.reports)).toBe(-1);
});

test('[RC8 CF15] a merge keeps reports and notes, even those made during it', async () => {
  const { store } = await openRace();
  await store.replaceRunners([ann], BY);
  const before = await decide(store, 'runner:ann');
  const late = buildRunner({ runnerId: 'late' });
  let tries = 0;
  const during: Promise<Report>[] = [];
  const merge = () => {
    tries += 1;
    if (tries === 1) during.push(reportRunner(store));
    return { changed: [late], added: 1, merged: 0 };
  };
  await mergeEntries({ store }, merge, BY.by);
  const made = await Promise.all(during);
  const { reports, control, runners } = await store.readRecord();
  expect(new Set(reports)).toEqual(new Set([...before.reports, ...made]));
  expect(control).toEqual(before.control);
  expect(runners).toHaveLength(2);
});
