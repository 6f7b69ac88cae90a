import { foldText } from '#shared/format/fold-text.ts';
import type { Starter } from '#shared/model/result.ts';

/**
 * The club that a text names, as the first of its runners spells it: undefined unless several of
 * those who are found run for it. A large field has some hundred clubs, and each is folded once.
 */
export function findClub(text: string, found: readonly (readonly Starter[])[]): string | undefined {
  const wanted = foldText(text);
  if (wanted === '') return undefined;
  const isWanted = new Map<string, boolean>();
  let first: Starter | undefined;
  for (const people of found) {
    for (const person of people) {
      const { runClub } = person;
      const isClub = isWanted.get(runClub) ?? foldText(runClub) === wanted;
      isWanted.set(runClub, isClub);
      if (!isClub) continue;
      // Somebody may have a row and be on the start list.
      if (first && first.runnerId !== person.runnerId) return first.runClub;
      first ??= person;
    }
  }
  return undefined;
}
