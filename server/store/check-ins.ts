import { append } from '#shared/model/group-by.ts';
import { randomUUID } from 'node:crypto';

import type { RunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/report.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { decodeReport, encodeReport } from './codec-of-decisions.ts';
import { type AuditEntry, type CommitPlan, expectField } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import type { StoredRunner } from './runner-change.ts';

/** Who is checked in (RULES.md RC9), and what must hold for that to be changed. */
export interface FoundCheckIns {
  /** Another one when the whole record became another. */
  readonly epoch: string | undefined;
  /** Changes with every change of any report; undefined before the first. */
  readonly token: string | undefined;
  readonly byRunner: ReadonlyMap<RunnerId, readonly Report[]>;
  /** How many reports there are of all kinds. */
  readonly count: number;
}

/** Check-ins that come or go in one moment, each with the runner as read. */
export interface CheckInChange extends Pick<AuditEntry, 'by' | 'action'> {
  readonly made: readonly { readonly of: StoredRunner; readonly report: Report }[];
  readonly gone: readonly { readonly of: StoredRunner; readonly report: Report }[];
}

/** Reads them in one go through all reports; the text of any other is only looked at. */
export async function readCheckIns(client: RedisClient, keys: RaceKeys): Promise<FoundCheckIns> {
  // First: with whatever is changed after it, it is another one.
  const [epoch, token] = await client.hmGet(keys.meta, ['epoch', 'reports']);
  const byRunner = new Map<RunnerId, Report[]>();
  const ids = new Set<string>();
  for await (const step of readSteps(client, keys.reports)) {
    for (const { field, value } of step) {
      // A step may bring one a second time.
      const isNew = ids.size < ids.add(field).size;
      const reading =
        isNew && value.includes('checked-in') ? decodeReport(field, value) : undefined;
      if (!reading?.ok || reading.value.kind !== 'checked-in') continue;
      append(byRunner, reading.value.runnerId, reading.value);
    }
  }
  return { epoch: epoch ?? undefined, token: token ?? undefined, byRunner, count: ids.size };
}

/** One change with an entry in the log as a whole, and one in the history of each runner. */
export function planCheckIns(
  keys: RaceKeys,
  { epoch, token }: FoundCheckIns,
  { made, gone, by, action }: CheckInChange,
): CommitPlan {
  const all = [...made, ...gone];
  return {
    expect: [
      expectField(keys.meta, 'epoch', epoch),
      expectField(keys.meta, 'reports', token),
      ...all.map(({ of }) => expectField(keys.runners, of.runner.runnerId, of.text)),
    ],
    set: [
      ...made.map(({ report }) => ({
        key: keys.reports,
        field: report.reportId,
        value: encodeReport(report),
      })),
      { key: keys.meta, field: 'reports', value: randomUUID() },
    ],
    del: gone.map(({ report }) => ({ key: keys.reports, field: report.reportId })),
    ops: [
      ...gone.map(({ report: { runnerId, reportId } }): ChangeOp => ({
        op: 'delete-report',
        runnerId,
        reportId,
      })),
      ...made.map(({ report }): ChangeOp => ({ op: 'put-report', report })),
    ],
    audit: { by, action, after: { runners: new Set(all.map(({ of }) => of.text)).size } },
    otherAudits: [...made, ...gone].map(({ of: { runner }, report }, at) => ({
      by,
      action,
      subject: runner.runnerId,
      isOneOfMany: true,
      before: runner,
      after: runner,
      reports: at < made.length ? { made: [report] } : { gone: [report] },
    })),
  };
}
