import { randomUUID } from 'node:crypto';

import { append } from '#shared/model/group-by.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/report.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { decodeReport, encodeReport } from './codec-of-decisions.ts';
import { encodeRunner } from './codec.ts';
import { type AuditEntry, type CommitPlan, expectField } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import type { StoredRunner } from './runner-change.ts';

/** The reports of all runners, and what must hold for them to be changed in one step. */
export interface ReportsOfMany {
  /** Another one when the whole record became another. */
  readonly epoch: string | undefined;
  /** Changes with every change of any report; undefined before the first. */
  readonly token: string | undefined;
  readonly byRunner: ReadonlyMap<RunnerId, readonly Report[]>;
  /** How many reports there are, also where only some were asked for. */
  readonly count: number;
}

/** What becomes of one runner among many: their entry as read and afterwards, and their reports. */
export interface OneOfMany {
  readonly of: StoredRunner;
  /** Absent where only the reports change. */
  readonly after?: Runner;
  readonly made?: readonly Report[];
  readonly gone?: readonly Report[];
}

export interface ChangeOfMany extends Pick<AuditEntry, 'by' | 'action' | 'before'> {
  /** For the log, beside how many runners changed. */
  readonly after?: object;
  readonly runners: readonly OneOfMany[];
  /** What changes in the same step. */
  readonly beside?: Pick<CommitPlan, 'expect' | 'set' | 'del' | 'ops'>;
}

/** Reads them in one go; with `kind` those of one kind, and the text of any other is only looked at. */
export async function readReportsOfMany(
  client: RedisClient,
  keys: RaceKeys,
  kind?: Report['kind'],
): Promise<ReportsOfMany> {
  // First: with whatever is changed after it, it is another one.
  const [epoch, token] = await client.hmGet(keys.meta, ['epoch', 'reports']);
  const byRunner = new Map<RunnerId, Report[]>();
  const ids = new Set<string>();
  for await (const step of readSteps(client, keys.reports)) {
    for (const { field, value } of step) {
      // A step may bring one a second time.
      const isNew = ids.size < ids.add(field).size;
      if (!isNew || (kind !== undefined && !value.includes(kind))) continue;
      const reading = decodeReport(field, value);
      if (!reading.ok || (kind !== undefined && reading.value.kind !== kind)) continue;
      append(byRunner, reading.value.runnerId, reading.value);
    }
  }
  return { epoch: epoch ?? undefined, token: token ?? undefined, byRunner, count: ids.size };
}

/** One change with an entry in the log as a whole, and one in the history of each runner. */
export function planChangeOfMany(
  keys: RaceKeys,
  { epoch, token }: Pick<ReportsOfMany, 'epoch' | 'token'>,
  { runners, by, action, before, after, beside }: ChangeOfMany,
): CommitPlan {
  const entries = runners.flatMap((one) => one.after ?? []);
  const made = runners.flatMap((one) => one.made ?? []);
  const gone = runners.flatMap((one) => one.gone ?? []);
  return {
    expect: [
      expectField(keys.meta, 'epoch', epoch),
      expectField(keys.meta, 'reports', token),
      ...runners.map(({ of }) => expectField(keys.runners, of.runner.runnerId, of.text)),
      ...(beside?.expect ?? []),
    ],
    set: [
      ...entries.map((after) => ({
        key: keys.runners,
        field: after.runnerId,
        value: encodeRunner(after),
      })),
      ...made.map((report) => ({
        key: keys.reports,
        field: report.reportId,
        value: encodeReport(report),
      })),
      { key: keys.meta, field: 'reports', value: randomUUID() },
      ...(beside?.set ?? []),
    ],
    del: [
      ...gone.map(({ reportId }) => ({ key: keys.reports, field: reportId })),
      ...(beside?.del ?? []),
    ],
    ops: [
      ...entries.map((runner): ChangeOp => ({ op: 'put-runner', runner })),
      ...gone.map(({ runnerId, reportId }): ChangeOp => ({
        op: 'delete-report',
        runnerId,
        reportId,
      })),
      ...made.map((report): ChangeOp => ({ op: 'put-report', report })),
      ...(beside?.ops ?? []),
    ],
    audit: {
      by,
      action,
      ...(before !== undefined && { before }),
      after: { ...after, runners: runners.length },
    },
    otherAudits: runners.map(({ of: { runner }, after: entry = runner, ...reports }) => ({
      by,
      action,
      subject: runner.runnerId,
      isOneOfMany: true,
      before: runner,
      after: entry,
      reports,
    })),
  };
}
