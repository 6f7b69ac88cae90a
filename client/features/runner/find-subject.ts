import { foldBib } from '#shared/format/fold-text.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Starter } from '#shared/model/result.ts';

/** Whom the address is about. */
export type Subject =
  | { readonly kind: 'listed'; readonly result: UnrankedResult }
  /** Registered, and in no results so far. */
  | { readonly kind: 'awaited'; readonly starter: Starter }
  /** A bib that several have. */
  | { readonly kind: 'several'; readonly candidates: readonly Starter[] }
  | { readonly kind: 'nobody' }
  /** It takes the start list to tell, and that is still on its way. */
  | { readonly kind: 'unknown' };

/**
 * Finds whom an address is about: the runner of this id, else the one who has
 * this bib, if it is one alone (SCREENS.md RP2). `starters` is undefined until
 * the start list is here, and empty where it cannot be had.
 */
export function findSubject(
  asked: string,
  standings: Standings,
  starters: readonly Starter[] | undefined,
): Subject {
  const result = standings.find(asked);
  if (result) return { kind: 'listed', result };
  if (!starters) return { kind: 'unknown' };
  const starter = starters.find(({ runnerId }) => runnerId === asked);
  if (starter) return { kind: 'awaited', starter };
  const [first, ...others] = findByBib(asked, standings, starters);
  if (!first) return { kind: 'nobody' };
  if (others.length > 0) return { kind: 'several', candidates: [first, ...others] };
  const listed = standings.find(first.runnerId);
  return listed ? { kind: 'listed', result: listed } : { kind: 'awaited', starter: first };
}

/** Everyone who has a bib; each once, as the results have them if they do. */
function findByBib(
  asked: string,
  standings: Standings,
  starters: readonly Starter[],
): readonly Starter[] {
  const bib = foldBib(asked);
  if (bib === '') return [];
  const found = new Map<string, Starter>();
  for (const one of [...starters, ...standings.listAll()]) {
    if (foldBib(one.bibNumber) === bib) found.set(one.runnerId, one);
  }
  return [...found.values()];
}
