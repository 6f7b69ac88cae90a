import type { ReactNode } from 'react';

import type { BandListProps } from './BandList.tsx';
import { BandList, BANDS_STEP } from './BandList.tsx';
import styles from './MissingPage.module.css';
import type { FoundParts, Shown } from './missing-view.ts';

export interface BandsSectionProps extends Omit<
  BandListProps,
  'bands' | 'all' | 'first' | 'onShowAll'
> {
  readonly shown: Shown;
  /** Undefined until they are known. */
  readonly found: FoundParts | undefined;
  readonly all: BandListProps['all'] | undefined;
  readonly onShowAll: () => void;
}

/** Beside the runners only so many are shown that those begin on the first screen of a laptop. */
const FIRST_BANDS = 8;

/** The bands that were scanned and that no runner holds, or those of them that were put aside. */
export function BandsSection(props: BandsSectionProps): ReactNode {
  const { shown, found, all, onShowAll, ...rest } = props;
  const isDismissed = shown === 'dismissed';
  const bands = found?.[isDismissed ? 'dismissed' : 'bands'];
  if (rest.isSought && bands?.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="unassigned">
      <h2 id="unassigned" tabIndex={-1}>
        {isDismissed
          ? 'Dismissed until they are scanned again:'
          : 'Scanned numbers, not assigned to anyone:'}{' '}
        {bands && bands.length > 0 ? <span className={styles.count}>{bands.length}</span> : null}
      </h2>
      {bands && all ? (
        <>
          {bands.length === 0 ? (
            <p className={styles.none}>{describeNone(isDismissed, all.length)}</p>
          ) : null}
          <BandList
            key={shown}
            {...rest}
            bands={bands}
            all={all}
            first={shown === 'all' ? FIRST_BANDS : BANDS_STEP}
            {...(shown === 'all' ? { onShowAll } : {})}
          />
        </>
      ) : (
        <p className={styles.none}>Loading...</p>
      )}
    </section>
  );
}

function describeNone(isDismissed: boolean, dismissed: number): string {
  if (isDismissed) return 'No band is put aside.';
  return dismissed === 0
    ? 'None: every scanned band is somebody’s.'
    : 'None: every scanned band is somebody’s, or dismissed.';
}
