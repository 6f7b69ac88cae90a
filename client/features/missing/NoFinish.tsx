import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';

import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import type { RunnersSectionProps } from '#client/organisers/runners/RunnersSection.tsx';
import { RunnersSection } from '#client/organisers/runners/RunnersSection.tsx';
import styles from './MissingPage.module.css';
import type { Order, Shown } from './missing-view.ts';
import { ORDERS } from './missing-view.ts';

export interface NoFinishProps extends Omit<RunnersSectionProps, 'label' | 'rows'> {
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
