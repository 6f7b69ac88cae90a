import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { Fragment } from 'react';

import styles from './ResultList.module.css';
import { ROW_GROUP } from '#client/ui/table-roles.ts';

export interface VirtualBodyProps {
  /** The rows of this table that are there, in their order, with where they lie on the page. */
  readonly items: readonly VirtualItem[];
  /** The index of the table's first row in the whole list. */
  readonly first: number;
  /** Where the table's rows begin and end on the page, seen or not. */
  readonly topPx: number;
  readonly bottomPx: number;
  /** `rowNumber` counts within the table, the header row being 1. */
  readonly renderRow: (index: number, rowNumber: number) => ReactNode;
}

/** The rows near the screen; padding above and below keeps the room of the others. */
export function VirtualBody(props: VirtualBodyProps): ReactNode {
  const { items, first, topPx, bottomPx, renderRow } = props;
  const start = items[0]?.start ?? topPx;
  const end = items.at(-1)?.end ?? topPx;
  return (
    <tbody
      className={styles.body}
      {...ROW_GROUP}
      data-list-start={first === 0 ? '' : undefined}
      style={{
        paddingTop: Math.max(0, start - topPx),
        paddingBottom: Math.max(0, bottomPx - end),
      }}
    >
      {items.map((item, position) => {
        const { index, key } = item;
        // A row that is kept for its focus may lie far from the others.
        const gapPx = item.start - (items[position - 1]?.end ?? item.start);
        return (
          <Fragment key={String(key)}>
            {gapPx > 0 ? (
              <tr aria-hidden="true" style={{ display: 'block', height: gapPx }} />
            ) : null}
            {renderRow(index, index - first + 2)}
          </Fragment>
        );
      })}
    </tbody>
  );
}
