import type { RunnerId } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';

export type ResultField = Exclude<keyof UnrankedResult, 'runnerId'>;

/** What a change of the race did to one row of the public list. */
export type ResultChange =
  | { readonly kind: 'listed'; readonly runnerId: RunnerId }
  | {
      readonly kind: 'changed';
      readonly runnerId: RunnerId;
      readonly fields: readonly ResultField[];
    }
  | { readonly kind: 'removed'; readonly runnerId: RunnerId };

/** Compares a row before and after; undefined when the public sees no difference. */
export function compareResults(
  runnerId: RunnerId,
  before: UnrankedResult | undefined,
  after: UnrankedResult | undefined,
): ResultChange | undefined {
  if (!after) return before && { kind: 'removed', runnerId };
  if (!before) return { kind: 'listed', runnerId };
  const fields = (Object.keys(after) as (keyof UnrankedResult)[]).filter(
    (field): field is ResultField => field !== 'runnerId' && !isSame(before[field], after[field]),
  );
  return fields.length === 0 ? undefined : { kind: 'changed', runnerId, fields };
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => value === b[i]);
  }
  return a === b;
}
