import type { ReactNode } from 'react';
import { type BandListProps, BandList, BANDS_STEP } from './BandList.tsx';
import styles from './MissingPage.module.css';
import { type FoundParts, type Group, type Shown, type Order, ORDERS } from './missing-view.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { STATE_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type RunnersTableProps, RunnersTable } from './RunnersTable.tsx';

interface FinishedDnfsProps extends Omit<RunnersTableProps, 'label' | 'columns'> {
  /** By when they came in. */
  readonly rows: readonly AdminRunner[];
  /** Shown alone, so that an empty list is stated. */
  readonly isAlone: boolean;
}

const DNF_TITLE = 'Out of the race, but scanned at the finish';

/** DNF runners who nevertheless finished (RULES.md MS5). */
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
        <RunnersTable {...section} columns="seen" label={DNF_TITLE} />
      )}
    </section>
  );
}

interface GroupOfMissing {
  readonly group: Group;
  readonly rows: readonly AdminRunner[];
}

interface NoFinishProps extends Omit<RunnersTableProps, 'label' | 'rows' | 'columns'> {
  readonly shown: Shown;
  /** Undefined until loaded. */
  readonly groups: readonly GroupOfMissing[] | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const TITLE = 'Registered but no finish scan';
const ORDER_WORDS: Readonly<Record<Order, string>> = {
  'longest-unseen': 'Longest unseen first',
  'last-seen': 'Latest seen first',
  name: 'By name',
};

/** Runners with a band and no finish, in the chosen order: those on course first. */
export function NoFinish(props: NoFinishProps): ReactNode {
  const { shown, groups, order, onOrder, ...section } = props;
  const listed =
    groups?.filter(({ group, rows }) => rows.length > 0 && (shown === 'all' || group === shown)) ??
    [];
  const count = groups && listed.reduce((sum, { rows }) => sum + rows.length, 0);
  const chooser =
    count !== undefined && count > 1 ? (
      <select
        className={styles.order}
        aria-label="Order"
        value={order}
        onChange={({ target }) => onOrder(ORDERS.find((each) => each === target.value) ?? order)}
      >
        {ORDERS.map((each) => (
          <option key={each} value={each}>
            {ORDER_WORDS[each]}
          </option>
        ))}
      </select>
    ) : null;
  return (
    <section className={styles.section} aria-labelledby="no-finish">
      <h2 id="no-finish" tabIndex={-1}>
        {TITLE} {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </h2>
      {listed.map(({ group, rows }, index) => (
        <div key={group} className={styles.group}>
          <div className={styles.heading}>
            <h3 className="line text-l">
              {STATE_NAMES[group]} <span className={styles.count}>{rows.length}</span>
            </h3>
            {index === 0 ? chooser : null}
          </div>
          <RunnersTable
            {...section}
            columns="seen"
            label={STATE_NAMES[group]}
            rows={rows}
            listKey={`${group} ${section.listKey ?? ''}`}
          />
        </div>
      ))}
      {listed.length === 0 ? (
        <EmptyNote>
          <p>{groups ? <NobodyMissing shown={shown} /> : 'Loading...'}</p>
        </EmptyNote>
      ) : null}
    </section>
  );
}

/** Why nobody is listed: a field without bands gets no reassurance. */
function NobodyMissing({ shown }: { readonly shown: Shown }): ReactNode {
  const { everyone } = useLists();
  if (everyone.length === 0) return 'Nobody is entered yet.';
  const hasBand = everyone.some(
    ({ raceNumber, earlierBands = [] }) => raceNumber !== '' || earlierBands.length > 0,
  );
  if (!hasBand) return 'Nobody has a wristband yet.';
  if (shown === 'on-course') return 'Nobody who was seen is still out.';
  if (shown === 'never-seen') return 'Everyone with a wristband was seen.';
  return 'Everyone with a wristband has a finish.';
}

export interface BandsSectionProps extends Omit<
  BandListProps,
  'bands' | 'all' | 'first' | 'onShowAll'
> {
  readonly shown: Shown;
  /** Undefined until loaded. */
  readonly found: FoundParts | undefined;
  readonly all: BandListProps['all'] | undefined;
  readonly onShowAll: () => void;
}

/** Bands shown in the side column, so that the next list stays in reach. */
const FIRST_BANDS = 8;

/** The scanned bands that no runner holds, either dismissed or not. */
export function BandsSection(props: BandsSectionProps): ReactNode {
  const { shown, found, all, onShowAll, ...rest } = props;
  const isDismissed = shown === 'dismissed';
  const bands = found?.[isDismissed ? 'dismissed' : 'bands'];
  if (rest.hasQuery && bands?.length === 0) return null;
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
            <p className={`${styles.none} muted`}>{describeNone(isDismissed, all.length)}</p>
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
        <p className={`${styles.none} muted`}>Loading...</p>
      )}
    </section>
  );
}

function describeNone(isDismissed: boolean, dismissed: number): string {
  if (isDismissed) return 'No band is dismissed.';
  return dismissed === 0
    ? 'None: every scanned band belongs to somebody.'
    : 'None: every scanned band belongs to somebody or was dismissed.';
}
