import { randomUUID } from 'node:crypto';

import type { RunnerId } from '#shared/model/ids.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { CHANGES_KEPT, type RaceKeys } from './keys.ts';
import { encodeRecord, listWrites, type RecordWrite } from './records.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runChange } from './run-script.ts';
import commitChangeLua from './scripts/commit-change.lua?raw';
import { withRecordCheck } from './scripts/writing-scripts.ts';

const commitChange = defineScript(withRecordCheck(commitChangeLua));

export interface FieldRef {
  readonly key: string;
  readonly field: string;
}

export interface CommitPlan {
  /** The state of the record that it was decided on. */
  readonly on?: DecidedOn;
  /** The field holds exactly this text; without `value` it must not exist. */
  readonly expect?: readonly (FieldRef & { readonly value?: string })[];
  /** In addition to what the operations write. */
  readonly writes?: readonly RecordWrite[];
  /** The same for fields outside the records. */
  readonly set?: readonly (FieldRef & { readonly value: string })[];
  readonly del?: readonly FieldRef[];
  readonly ops: readonly ChangeOp[];
  readonly audit: AuditEntry;
  /** The entries of the other runners in the same change. */
  readonly otherAudits?: readonly AuditEntry[];
}

export interface DecidedOn {
  readonly epoch: string;
  /** The version of the last change that was more than reads; absent where `expect` names all that was decided on. */
  readonly edits?: number;
}

/** Expects this text in the field; without one, no field. */
export function expectField(key: string, field: string, value: string | null | undefined) {
  return value === null || value === undefined ? { key, field } : { key, field, value };
}

export interface AuditEntry {
  readonly by: string;
  readonly action: string;
  /** The runner of the change; absent for a change of anything else. */
  readonly subject?: RunnerId;
  /** The other runner of the same change. */
  readonly with?: RunnerId;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | undefined;
  /** The change is about many runners and has its own entry: this one is for the runner's history. */
  readonly isOneOfMany?: true;
  /** The reports of the runner that were made or removed with the change. */
  readonly reports?: ReportsChange;
}

/** The reports of a runner that a change made and removed. */
export interface ReportsChange {
  readonly made?: readonly Report[];
  readonly gone?: readonly Report[];
}

/** Why nothing was written. */
export interface Stale {
  /** The first of `expect` that fails; undefined where another state was decided on. */
  readonly at: FieldRef | undefined;
  /** What the field holds instead; empty for nothing. */
  readonly found: string;
  /** The present version of the record. */
  readonly version: number;
}

export type CommitOutcome = Result<{ readonly version: number }, Stale>;

/**
 * Commits a change atomically, and only if the values that it was decided on still hold. An error means that the
 * outcome is unknown.
 */
export async function commit(
  client: RedisClient,
  keys: RaceKeys,
  plan: CommitPlan,
): Promise<CommitOutcome> {
  const { expect = [] } = plan;
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
  const hashes = [...new Set([...expect, ...set, ...del].map((ref) => ref.key))];
  const fixedKeys = [keys.meta, keys.changes, keys.audit];
  const numberOf = (key: string): number => fixedKeys.length + 1 + hashes.indexOf(key);
  const numbered = <T extends FieldRef>(refs: readonly T[]) =>
    refs.map((ref) => ({ ...ref, key: numberOf(ref.key) }));
  const at = new Date().toISOString();
  const entries = [plan.audit, ...(plan.otherAudits ?? [])];
  const reply = await runChange(
    client,
    commitChange,
    [...fixedKeys, ...hashes],
    [
      keys.changesChannel,
      String(CHANGES_KEPT),
      randomUUID(),
      JSON.stringify({
        on: plan.on,
        expect: numbered(expect),
        set: numbered(set),
        del: numbered(del),
      }),
      JSON.stringify(plan.ops),
      ...entries.flatMap((entry) => [JSON.stringify({ at, ...entry }), entry.subject ?? '']),
    ],
  );
  const [verdict, number, found, version] = reply as [string, number, string, number];
  return verdict === 'ok'
    ? ok({ version: number })
    : err({ at: expect[number - 1], found, version });
}
