import type { UnrankedResult } from '#shared/model/result.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';

import type { ResultChange, ResultField } from './result-change.ts';

/** The rows as they stand now. */
export interface CurrentRows {
  find(runnerId: string): UnrankedResult | undefined;
}

/** Merges changes of the public list into the patches and removals that lead to today's rows. */
export function mergeResultChanges(
  changes: Iterable<ResultChange>,
  rows: CurrentRows,
): Pick<ResultsDelta, 'upsert' | 'remove'> {
  const touched = new Map<string, Set<ResultField> | 'whole'>();
  for (const change of changes) {
    const known = touched.get(change.runnerId);
    if (change.kind !== 'changed') touched.set(change.runnerId, 'whole');
    else if (known !== 'whole') {
      touched.set(change.runnerId, new Set([...(known ?? []), ...change.fields]));
    }
  }
  const upsert: ResultPatch[] = [];
  const remove: string[] = [];
  for (const [runnerId, fields] of touched) {
    const row = rows.find(runnerId);
    if (!row) remove.push(runnerId);
    else upsert.push(fields === 'whole' ? row : pickFields(row, fields));
  }
  return { upsert, remove };
}

function pickFields(row: UnrankedResult, fields: ReadonlySet<ResultField>): ResultPatch {
  return {
    runnerId: row.runnerId,
    ...Object.fromEntries([...fields].map((field) => [field, row[field]])),
  };
}
