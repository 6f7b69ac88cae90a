import { randomUUID } from 'node:crypto';

import type { AuditEntry, CommitPlan, Swap } from './commit.ts';
import { BACKUP_PARTS, type BackupPart, type RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Fields written in one step; other calls are served between two. */
const STEP = 500;
/** Staged records of a change that never came expire. */
export const STAGING_LIFE_S = 3_600;

/** The staged fields of each part that gives way; the other parts stay as they are. */
export interface Staged {
  readonly stagingId: string;
  readonly counts: Partial<Readonly<Record<BackupPart, number>>>;
}

/** A change of the whole record, and the backup of the state before. */
export interface Replacement {
  readonly version: number;
  readonly backupId: string;
  readonly runnersBefore: number;
  readonly scansBefore: number;
}

/** The record changed during each attempt. */
export class StaleStagingError extends Error {
  override readonly name = 'StaleStagingError';

  constructor() {
    super('The race is changing too quickly right now. Nothing was changed.');
  }
}

/** Stages fields under `key`, from where they expire. */
export async function stage(
  client: RedisClient,
  key: string,
  fields: readonly (readonly [field: string, value: string])[],
): Promise<void> {
  for (let from = 0; from < fields.length; from += STEP) {
    const step = Object.fromEntries(fields.slice(from, from + STEP));
    // In one step: staged data has names and telephones, and must go if this process is killed.
    await client.multi().hSet(key, step).expire(key, STAGING_LIFE_S).exec();
  }
}

/**
 * The change that keeps the present record as a backup, and puts what was staged in its place. Everybody loads the race
 * again.
 */
export function planSwap(
  keys: RaceKeys,
  { stagingId, counts }: Staged,
  { by, action, after }: Pick<AuditEntry, 'by' | 'action'> & { readonly after: object },
): { readonly backupId: string; readonly swap: Swap } & Pick<
  CommitPlan,
  'epoch' | 'ops' | 'audit'
> {
  const backupId = randomUUID();
  return {
    backupId,
    epoch: randomUUID(),
    swap: {
      parts: Array.from(BACKUP_PARTS, (part) => ({
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
