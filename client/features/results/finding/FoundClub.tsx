import type { ReactNode } from 'react';

import type { Starter } from '#shared/model/result.ts';
import { FollowClubButton } from '#client/spectators/FollowButton.tsx';
import styles from './FoundClub.module.css';
import { foldText } from '#shared/format/fold-text.ts';

export interface FoundClubProps {
  readonly text: string;
  /** The people it finds: in the tab, in other races, awaited. */
  readonly ranked: readonly Starter[];
  readonly onCourse: readonly Starter[];
  readonly elsewhere: readonly Starter[];
  readonly awaited: readonly Starter[];
}

/** Above the rows: offers to follow all runners of the typed club. */
export function FoundClub(props: FoundClubProps): ReactNode {
  const { text, ranked, onCourse, elsewhere, awaited } = props;
  const club = findClub(text, [ranked, onCourse, elsewhere, awaited]);
  if (club === undefined) return null;
  return (
    <p className={styles.club}>
      <FollowClubButton club={club} />
    </p>
  );
}

/**
 * The club that a text names, as its first runner spells it; undefined unless several of those
 * found run for it. A large field has some hundred clubs, and each is folded once.
 */
function findClub(text: string, found: readonly (readonly Starter[])[]): string | undefined {
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
      // Somebody can have a row and be on the start list.
      if (first && first.runnerId !== person.runnerId) return first.runClub;
      first ??= person;
    }
  }
  return undefined;
}
