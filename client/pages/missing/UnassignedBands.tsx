import type { RaceConfig } from '#shared/model/race-config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { UnassignedBandBody } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';

import { describeSight } from './describe-sight.ts';
import styles from './UnassignedBands.module.css';

export interface UnassignedBandsProps {
  /** Undefined until they are known. */
  readonly bands: readonly UnassignedBandBody[] | undefined;
  readonly config: RaceConfig | undefined;
  readonly onOpen: (bandID: string) => void;
}

/** One button a band that was scanned and that no runner holds, with where and when it was last seen. */
export function UnassignedBands({ bands, config, onOpen }: UnassignedBandsProps): ReactNode {
  if (!bands) return <p className={styles.none}>Loading...</p>;
  if (bands.length === 0)
    return <p className={styles.none}>None: every scanned band is somebody’s.</p>;
  return (
    <ul className={styles.bands}>
      {bands.map((band) => (
        <li key={band.bandID}>
          <button
            type="button"
            className={styles.band}
            data-band={band.bandID}
            onClick={() => {
              onOpen(band.bandID);
            }}
          >
            <span className={styles.number}>{band.bandID}</span>{' '}
            <span className={styles.sight}>{describeSight(band, config ?? DEFAULT_CONFIG)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
