import type { AuditedChange } from '#server/store/runner-history.ts';
import type { HistoryEntry } from '#shared/wire/admin-api.ts';

import { presentAdminRunner } from './present-admin-runner.ts';

/** A change of a runner as organisers may see it. */
export function presentHistoryEntry(change: AuditedChange): HistoryEntry {
  return {
    version: change.version,
    at: change.at,
    by: change.by,
    action: change.action,
    before: change.before ? presentAdminRunner(change.before) : null,
    after: change.after ? presentAdminRunner(change.after) : null,
  };
}
