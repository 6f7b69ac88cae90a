import type { ImportPreview } from '#shared/wire/admin-api.ts';

import type { ImportOutcome } from './import-outcome.ts';

/** What importing a file would do, for the organiser to look at before anything is written. */
export function previewImport(
  outcome: ImportOutcome,
  overwrites: ImportPreview['overwrites'],
): ImportPreview {
  const columns = outcome.columns.map(({ header, field = '' }) => ({ header, field }));
  return outcome.ok
    ? {
        runners: outcome.runners.length,
        columns,
        notes: outcome.notes,
        faults: [],
        moreFaults: 0,
        overwrites,
      }
    : {
        runners: 0,
        columns,
        notes: [],
        faults: outcome.faults,
        moreFaults: outcome.faultCount - outcome.faults.length,
        overwrites,
      };
}
