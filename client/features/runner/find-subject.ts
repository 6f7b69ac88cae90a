import { foldBib } from '#shared/format/fold-text.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export type Subject =
  | { readonly kind: 'listed'; readonly result: UnrankedResult }
  /** Registered, without a result. */
  | { readonly kind: 'awaited'; readonly starter: Starter }
  /** Several runners with the bib. */
  | { readonly kind: 'several'; readonly candidates: readonly Starter[] }
  | { readonly kind: 'nobody' }
  /** The start list is still loading. */
  | { readonly kind: 'unknown' };

/** The runners on the start list with an id or bib. */
export function findStarters(idOrBib: string, starters: readonly Starter[]): readonly Starter[] {
  const bib = foldBib(idOrBib);
  return starters.filter((one) => one.runnerId === idOrBib || isOfBib(one, bib));
}

/**
 * Finds the runner of an address: the one with this id, else the only one with this bib. `starters` are the candidates
 * from the start list: undefined until it is loaded, and empty if it cannot be.
 */
export function findSubject(
  idOrBib: string,
  standings: Standings,
  starters: readonly Starter[] | undefined,
): Subject {
  const result = standings.find(idOrBib);
  if (result) return { kind: 'listed', result };
  if (!starters) return { kind: 'unknown' };
  const starter = starters.find(({ runnerId }) => runnerId === idOrBib);
  if (starter) return { kind: 'awaited', starter };
  const bib = foldBib(idOrBib);
  const holders = standings.listAll().filter((row) => isOfBib(row, bib));
  // A candidate on both lists counts once.
  const found = new Map([...starters, ...holders].map((one) => [one.runnerId, one]));
  const [first, ...others] = found.values();
  if (!first) return { kind: 'nobody' };
  if (others.length > 0) return { kind: 'several', candidates: [first, ...others] };
  const listed = standings.find(first.runnerId);
  return listed ? { kind: 'listed', result: listed } : { kind: 'awaited', starter: first };
}

function isOfBib({ bibNumber }: Starter, bib: string): boolean {
  return bib !== '' && foldBib(bibNumber) === bib;
}
