import { randomUUID } from 'node:crypto';

import type { RunnerId } from '#shared/model/ids.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { CHANGES_KEPT, type RaceKeys } from './keys.ts';
import { encodeRecord, listWrites, type RecordWrite } from './records.ts';
import type { RedisClient } from './redis-connection.ts';
import { withGuard } from './record-schema.ts';
import { runChange } from './run-script.ts';
import commitLua from './scripts/commit.lua?raw';

const commitScript = withGuard(commitLua);

export interface FieldRef {
  readonly key: string;
  readonly field: string;
}

export interface CommitPlan {
  /** The state of the record on which the change was decided. */
  readonly on?: {
    readonly epoch: string;
    /** The version of the last change that was more than reads; absent if `expect` has every precondition. */
    readonly edits?: number;
    readonly version?: number;
  };
  /** The field has exactly this text; without `value` it must not exist. */
  readonly expect?: readonly (FieldRef & { readonly value?: string })[];
  /** The most fields that a hash may have. */
  readonly atMost?: readonly { readonly key: string; readonly fields: number }[];
  /** A new epoch makes everybody load the race again. */
  readonly epoch?: string;
  readonly swap?: Swap;
  /** Writes in addition to those of the operations. */
  readonly writes?: readonly RecordWrite[];
  /** Writes of fields outside the records. */
  readonly set?: readonly (FieldRef & { readonly value: string })[];
  readonly del?: readonly FieldRef[];
  readonly ops: readonly ChangeOp[];
  readonly audit: AuditEntry;
  /** The entries of the other runners in the same change. */
  readonly otherAudits?: readonly AuditEntry[];
}

/** Whole hashes that are renamed at one moment, before any field is written. */
export interface Swap {
  readonly parts: readonly {
    readonly key: string;
    /** The hash that replaces it, with this number of fields. */
    readonly staged?: string | undefined;
    readonly fields?: number | undefined;
    /** The name under which the present hash is kept. */
    readonly kept?: string | undefined;
  }[];
  /** Hashes to delete. */
  readonly drop: readonly string[];
  /** Stages the scans of versions later than `since` too. */
  readonly late?: { readonly scans: string; readonly staged: string; readonly since: number };
  /** The script adds the version and the numbers of runners and scans to the entry. */
  readonly backup?: { readonly id: string; readonly entry: object };
}

/** Expects this text in the field; without a text, no field. */
export function expectField(key: string, field: string, value: string | null | undefined) {
  return value === null || value === undefined ? { key, field } : { key, field, value };
}

export interface AuditEntry {
  readonly by: string;
  readonly action: string;
  /** The runner who changes; absent for a change of anything else. */
  readonly subject?: RunnerId;
  /** Another runner in the same change. */
  readonly with?: RunnerId;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | undefined;
  /** This entry is for the history of one runner; a change of many has an entry of its own. */
  readonly isOneOfMany?: true;
  readonly reports?: ReportsChange;
}

/** The reports of a runner that a change makes and removes. */
export interface ReportsChange {
  readonly made?: readonly Report[];
  readonly gone?: readonly Report[];
}

/** Why nothing was written. */
export interface Stale {
  /** The first of `expect` that fails; undefined if `on` fails. */
  readonly at: FieldRef | undefined;
  /** The present version of the record. */
  readonly version: number;
}

export type CommitOutcome = Result<{ readonly version: number }, Stale>;

/** A hash has more fields than {@link CommitPlan.atMost} allows: nothing was written. */
export class TooManyFieldsError extends Error {
  override readonly name = 'TooManyFieldsError';
  readonly fields: number;

  constructor(fields: number) {
    super(`There are ${fields} fields now.`);
    this.fields = fields;
  }
}

/**
 * Commits a change atomically if its preconditions still hold. An error other than {@link TooManyFieldsError} means that
 * the outcome is unknown.
 */
export async function commit(
  client: RedisClient,
  keys: RaceKeys,
  plan: CommitPlan,
): Promise<CommitOutcome> {
  const { on, epoch, expect = [], atMost = [], swap } = plan;
  const writes = new Map(
    [...plan.ops.flatMap(listWrites), ...(plan.writes ?? [])].map((write) => [
      `${write.part} ${write.field}`,
      write,
    ]),
  );
  const [set, del] = [[...(plan.set ?? [])], [...(plan.del ?? [])]];
  for (const { part, field, value } of writes.values()) {
    const key = keys[part];
    if (value === undefined) del.push({ key, field });
    else set.push({ key, field, value: encodeRecord(part, value) });
  }
  const used = [...expect, ...atMost, ...set, ...del].map(({ key }) => key);
  const planText = JSON.stringify({
    on,
    epoch,
    expect,
    atMost,
    set,
    del,
    swap: swap && { ...swap, backup: swap.backup && nameBackup(keys, swap.backup) },
  });
  const at = new Date().toISOString();
  const audits = [plan.audit, ...(plan.otherAudits ?? [])];
  const entries = Array.from(audits, (entry) => ({ at, ...entry }));
  const reply = await runChange(
    client,
    commitScript,
    [...new Set([keys.meta, keys.changes, keys.audit, ...used, ...listSwapped(keys, swap)])],
    [
      keys.changesChannel,
      String(CHANGES_KEPT),
      randomUUID(),
      planText,
      JSON.stringify(plan.ops),
      JSON.stringify(entries),
    ],
  );
  const [verdict, number = 0, found = 0] = reply as [string, number?, number?];
  if (verdict === 'ok') return ok({ version: number });
  if (verdict === 'stale') return err({ at: expect[number - 1], version: found });
  if (verdict === 'over') throw new TooManyFieldsError(found);
  throw new Error('The staged records are gone, so nothing was replaced. Try again.');
}

/** A backup with the keys of its hashes. */
function nameBackup(keys: RaceKeys, { id, entry }: NonNullable<Swap['backup']>) {
  return {
    id,
    entry: JSON.stringify(entry),
    key: keys.backups,
    runners: keys.backupOf(id, 'runners'),
    scans: keys.backupOf(id, 'scans'),
  };
}

function listSwapped(keys: RaceKeys, swap: Swap | undefined): readonly string[] {
  if (!swap) return [];
  return [
    ...swap.parts.flatMap(({ key, staged, kept }) => [key, staged ?? [], kept ?? []].flat()),
    ...swap.drop,
    ...(swap.late ? [swap.late.scans, swap.late.staged] : []),
    ...(swap.backup ? [keys.backups] : []),
  ];
}
