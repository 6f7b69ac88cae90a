import type { ReactNode } from 'react';
import { memo } from 'react';

import styles from './UnassignedBands.module.css';

export interface BandButtonProps {
  readonly bandID: string;
  /** Where and when it was last seen. */
  readonly sight: string;
  readonly onOpen: (bandID: string) => void;
}

/** A band nobody has; drawn again only when it was seen again. */
export const BandButton = memo(function BandButton(props: BandButtonProps): ReactNode {
  const { bandID, sight, onOpen } = props;
  return (
    <button
      type="button"
      className={styles.band}
      data-band={bandID}
      onClick={() => {
        onOpen(bandID);
      }}
    >
      <span className={styles.number}>{bandID}</span> <span className={styles.sight}>{sight}</span>
    </button>
  );
});
