import { randomUUID } from 'node:crypto';

import type { AuditEntry, CommitPlan, Swap } from './commit.ts';
import { RECORD_PARTS, type RaceKeys, type RecordPart } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Fields written in one step; Redis serves other calls between steps. */
const STEP = 500;
/** Staged records expire, in case their change is never committed. */
export const STAGING_LIFE_S = 3_600;

/** A replacement of the whole record, and the backup of the state before. */
export interface Replacement {
  readonly version: number;
  readonly backupId: string;
  readonly runnersBefore: number;
  readonly scansBefore: number;
}

/** Writes staged fields under `key`. */
export async function stage(
  client: RedisClient,
  key: string,
  fields: readonly (readonly [field: string, value: string])[],
): Promise<void> {
  for (let from = 0; from < fields.length; from += STEP) {
    const step = Object.fromEntries(fields.slice(from, from + STEP));
    // In one transaction: personal data must expire even if this process is killed.
    await client.multi().hSet(key, step).expire(key, STAGING_LIFE_S).exec();
  }
}

/**
 * The change that makes a backup of the present record and replaces the parts in `counts`, which has the number of staged
 * fields of each. Everybody loads the race again.
 */
export function planSwap(
  keys: RaceKeys,
  staged: {
    readonly stagingId: string;
    readonly counts: Partial<Readonly<Record<RecordPart, number>>>;
  },
  { by, action, after }: Pick<AuditEntry, 'by' | 'action'> & { readonly after: object },
): { backupId: string; swap: Swap } & Pick<CommitPlan, 'epoch' | 'ops' | 'audit'> {
  const { stagingId, counts } = staged;
  const backupId = randomUUID();
  return {
    backupId,
    epoch: randomUUID(),
    swap: {
      parts: Array.from(RECORD_PARTS, (part) => ({
        key: keys[part],
        kept: keys.backupOf(backupId, part),
        ...(counts[part] !== undefined && {
          staged: keys.stagingOf(stagingId, part),
          fields: counts[part],
        }),
      })),
      drop: [keys.changes],
      backup: { id: backupId, entry: { at: new Date().toISOString(), by, reason: action } },
    },
    ops: [{ op: 'reload' }],
    audit: { by, action, after: { ...after, backupId } },
  };
}
