import type { ReactNode } from 'react';

import type { Starter } from '#shared/model/result.ts';
import { FollowClubButton } from '#client/spectators/FollowButton.tsx';
import { findClub } from './find-club.ts';
import styles from './FoundClub.module.css';

export interface FoundClubProps {
  /** What is typed. */
  readonly text: string;
  /** Whom it finds: in the tab, in other races, not seen yet. */
  readonly ranked: readonly Starter[];
  readonly onCourse: readonly Starter[];
  readonly elsewhere: readonly Starter[];
  readonly unseen: readonly Starter[];
}

/** Over the rows: offers to follow all of a club whose name was typed (SCREENS.md FW15). */
export function FoundClub(props: FoundClubProps): ReactNode {
  const { text, ranked, onCourse, elsewhere, unseen } = props;
  const club = findClub(text, [ranked, onCourse, elsewhere, unseen]);
  if (club === undefined) return null;
  return (
    <p className={styles.club}>
      <FollowClubButton club={club} />
    </p>
  );
}
