import type { ReactNode } from 'react';

import { Star } from '#client/ui/Star.tsx';
import styles from './ResultList.module.css';

export interface RowNameProps {
  readonly name: string;
  /** What the winner's star says, for those who have one. */
  readonly honour: string | undefined;
  /** Whether the name opens the splits. Its click is the row's: it rises to there. */
  readonly isButton: boolean;
}

/** The name of a runner; the star stays on the line of its last word. */
export function RowName({ name, honour, isButton }: RowNameProps): ReactNode {
  const content =
    honour === undefined ? (
      name
    ) : (
      <>
        {name}&nbsp;
        <Star className={styles.star} label={honour} />
      </>
    );
  return isButton ? (
    <button className={styles.name} type="button" aria-haspopup="dialog">
      {content}
    </button>
  ) : (
    <span className={styles.name}>{content}</span>
  );
}
