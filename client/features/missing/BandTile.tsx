import type { UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { ReactNode } from 'react';
import { memo } from 'react';

import { isPutAside } from './missing-view.ts';
import styles from './BandList.module.css';

export interface BandTileProps {
  readonly band: UnassignedBandBody;
  /** Where and when it was last seen, and whether it was put aside. */
  readonly sight: string;
  readonly onOpen: (bandID: string) => void;
  readonly onDismiss: (band: UnassignedBandBody) => void;
}

/** A band nobody has; drawn again only when it was seen again or put aside. */
export const BandTile = memo(function BandTile(props: BandTileProps): ReactNode {
  const { band, sight, onOpen, onDismiss } = props;
  const { bandID } = band;
  const isAside = isPutAside(band);
  return (
    <div className={styles.tile} data-aside={isAside || undefined}>
      <button
        type="button"
        className={styles.band}
        data-band={bandID}
        onClick={() => {
          onOpen(bandID);
        }}
      >
        <span className={styles.number}>{bandID}</span>{' '}
        <span className={styles.sight}>{sight}</span>
      </button>
      <button
        type="button"
        className={styles.dismiss}
        aria-label={isAside ? `Bring back band ${bandID}` : `Dismiss band ${bandID}`}
        title={isAside ? undefined : 'A spare or test band: put it aside until it is scanned again'}
        onClick={() => {
          onDismiss(band);
        }}
      >
        {isAside ? 'Bring back' : 'Dismiss'}
      </button>
    </div>
  );
});
