import type { ReactNode } from 'react';

import type { BandListProps } from './BandList.tsx';
import { BandList } from './BandList.tsx';
import styles from './UnassignedBands.module.css';

export interface UnassignedBandsProps extends Omit<BandListProps, 'bands'> {
  /** Undefined until they are known. */
  readonly bands: BandListProps['bands'] | undefined;
}

/** The bands that were scanned and that no runner holds, or that there are none. */
export function UnassignedBands({ bands, ...rest }: UnassignedBandsProps): ReactNode {
  if (!bands) return <p className={styles.none}>Loading...</p>;
  if (bands.length === 0)
    return <p className={styles.none}>None: every scanned band is somebody’s.</p>;
  return <BandList bands={bands} {...rest} />;
}
