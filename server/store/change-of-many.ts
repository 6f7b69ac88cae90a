import type { Runner } from '#shared/model/runner.ts';

import { encodeRunner } from './codec.ts';
import type { AuditEntry, CommitPlan } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { StoredRunner } from './runner-change.ts';

/** One of many runners who are changed together, none of them in their wristbands. */
export interface ChangedOfMany {
  readonly before: StoredRunner;
  readonly after: Runner;
}

/** Changes them all if each is as it was read, with an entry in the log for the change as a whole. */
export function planChangeOfMany(
  keys: RaceKeys,
  changed: readonly ChangedOfMany[],
  { by, action }: Pick<AuditEntry, 'by' | 'action'>,
): CommitPlan {
  const fields = changed.map(({ before, after }) => ({
    before: { key: keys.runners, field: after.runnerId, value: before.text },
    after: { key: keys.runners, field: after.runnerId, value: encodeRunner(after) },
  }));
  return {
    expect: fields.map(({ before }) => before),
    set: fields.map(({ after }) => after),
    ops: changed.map(({ after }) => ({ op: 'put-runner', runner: after })),
    audit: { by, action, after: { runners: changed.length } },
    otherAudits: changed.map(({ before, after }) => ({
      by,
      action,
      subject: after.runnerId,
      isOneOfMany: true,
      before: before.runner,
      after,
    })),
  };
}
