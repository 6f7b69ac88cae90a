import type { RollCallCounts } from '#shared/scoring/whereabouts.ts';

/** Whether as many started as were counted over the line. */
export type StartSum =
  | { readonly kind: 'not-counted' }
  | { readonly kind: 'fits' }
  /**
   * `not-seen`: the number who crossed the line and were seen nowhere; `uncounted`: the number who were seen and did not
   * cross it.
   */
  | { readonly kind: 'not-seen' | 'uncounted'; readonly by: number };

/** `counted` is the line marshal's count; undefined while there is none. */
export function sumUp(
  { started }: Pick<RollCallCounts, 'started'>,
  counted: number | undefined,
): StartSum {
  if (counted === undefined) return { kind: 'not-counted' };
  if (counted === started) return { kind: 'fits' };
  return counted > started
    ? { kind: 'not-seen', by: counted - started }
    : { kind: 'uncounted', by: started - counted };
}
