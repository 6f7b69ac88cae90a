import type { ReactNode } from 'react';
import { type BandListProps, BandList, BANDS_STEP } from './BandList.tsx';
import styles from './MissingPage.module.css';
import { type FoundParts, type Shown, type Order, ORDERS } from './missing-view.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import {
  type RunnersSectionProps,
  RunnersSection,
} from '#client/organisers/runners/RunnersSection.tsx';

interface FinishedDnfsProps extends Omit<RunnersSectionProps, 'label'> {
  /** By when they came in. */
  readonly rows: readonly AdminRunner[];
  /** They alone are looked at, so that it is said when there is nobody. */
  readonly isAlone: boolean;
}

const DNF_TITLE = 'Out of the race, but scanned at the finish';

/** Who is DNF and came in all the same (RULES.md MS5). */
export function FinishedDnfs({ isAlone, ...section }: FinishedDnfsProps): ReactNode {
  const { rows } = section;
  if (rows.length === 0 && !isAlone) return null;
  return (
    <section className={styles.section} aria-labelledby="finished-dnfs">
      <h2 id="finished-dnfs" tabIndex={-1}>
        {DNF_TITLE} <span className={styles.count}>{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <EmptyNote>
          <p>Nobody.</p>
        </EmptyNote>
      ) : (
        <RunnersSection {...section} label={DNF_TITLE} />
      )}
    </section>
  );
}

interface NoFinishProps extends Omit<RunnersSectionProps, 'label' | 'rows'> {
  readonly shown: Shown;
  /** Undefined until they are known. */
  readonly rows: readonly AdminRunner[] | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const TITLE = 'Registered but no finish scan';
const ORDER_WORDS: Readonly<Record<Order, string>> = {
  'longest-unseen': 'Longest unseen first',
  'last-seen': 'Latest seen first',
  name: 'By name',
};

/** Who has a band and no finish, in the order one asks for. */
export function NoFinish(props: NoFinishProps): ReactNode {
  const { shown, rows, order, onOrder, ...section } = props;
  return (
    <section className={styles.section} aria-labelledby="no-finish">
      <div className={styles.heading}>
        <h2 id="no-finish" tabIndex={-1}>
          {TITLE} {rows ? <span className={styles.count}>{rows.length}</span> : null}
        </h2>
        {rows && rows.length > 1 ? (
          <select
            className={styles.order}
            aria-label="Order"
            value={order}
            onChange={({ target }) => {
              onOrder(ORDERS.find((each) => each === target.value) ?? order);
            }}
          >
            {ORDERS.map((each) => (
              <option key={each} value={each}>
                {ORDER_WORDS[each]}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {rows && rows.length > 0 ? (
        <RunnersSection {...section} label={TITLE} rows={rows} />
      ) : (
        <EmptyNote>
          <p>{describeNobody(rows !== undefined, shown)}</p>
        </EmptyNote>
      )}
    </section>
  );
}

function describeNobody(isKnown: boolean, shown: Shown): string {
  if (!isKnown) return 'Loading...';
  if (shown === 'on-course') return 'Nobody who was seen is still out.';
  if (shown === 'never-seen') return 'Everyone with a wristband was seen.';
  return 'Everyone with a wristband has a finish.';
}

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
