import { defaultRangeExtractor } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { FollowButton } from '#client/spectators/FollowButton.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import virtual from '#client/ui/VirtualTable.module.css';
import { compareBibs } from './elsewhere.ts';
import styles from './StartList.module.css';

export interface StartListProps {
  readonly label: string;
  /** By name. */
  readonly starters: readonly Starter[];
  readonly config: RaceConfig;
  /** The search text: another search is another list. */
  readonly listKey: string;
}

const ROW_REM = { wide: 2.75, narrow: 3.5 };
/** Fewer are found at a glance. */
const WORTH_ORDERING = 3;
const ORDERS = ['name', 'bib'] as const;

/** The registered, with bib, name, club and category, by name or by bib. Only rows near the screen exist. */
export function StartList({ label, starters, listKey }: StartListProps): ReactNode {
  const { common, finding } = useTexts();
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('name');
  const table = useRef<HTMLTableElement>(null);
  const rows = useMemo(
    () =>
      order === 'name'
        ? starters
        : starters.toSorted((a, b) => compareBibs(a.bibNumber, b.bibNumber)),
    [starters, order],
  );
  const { items, measureRow, topPx, bottomPx } = useVirtualRows({
    list: table,
    rows: useMemo(() => ({ count: rows.length, at: (index) => rows[index] }), [rows]),
    keyOf: useCallback((index: number) => rows[index]?.runnerId ?? index, [rows]),
    listKey: `${order} ${listKey}`,
    narrow: '(max-width: 47.99rem)',
    rowRem: ROW_REM,
    rangeExtractor: defaultRangeExtractor,
  });
  const beforePx = Math.max(0, (items[0]?.start ?? topPx) - topPx);
  const behindPx = Math.max(0, bottomPx - (items.at(-1)?.end ?? bottomPx));

  return (
    <>
      <fieldset className={styles.orders} hidden={starters.length < WORTH_ORDERING}>
        <legend className="visually-hidden">{finding.sortBy}</legend>
        {ORDERS.map((each) => (
          <label key={each} className={styles.order}>
            <input
              type="radio"
              name="start-list-order"
              checked={order === each}
              onChange={() => setOrder(each)}
            />
            {finding.orders[each]}
          </label>
        ))}
      </fieldset>
      <table
        ref={table}
        className={`${virtual.table} ${styles.table}`}
        {...TABLE}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead className={`${virtual.head} ${styles.head}`} {...ROW_GROUP}>
          <tr className={`${virtual.columns} ${styles.columns}`} {...ROW} aria-rowindex={1}>
            {[common.bib, common.runner, common.club, common.category].map((name) => (
              <th key={name} {...COLUMN_HEADER}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={`${virtual.body} block`}
          {...ROW_GROUP}
          data-list-start=""
          style={{ paddingTop: beforePx, paddingBottom: behindPx }}
        >
          {items.map(({ index }) => {
            const starter = rows[index];
            return starter ? (
              <tr
                key={starter.runnerId}
                ref={measureRow}
                className={`${virtual.row} ${styles.row}`}
                data-index={index}
                data-starter-id={starter.runnerId}
                {...ROW}
                aria-rowindex={index + 2}
              >
                <td className={`${styles.bib} muted nowrap`} {...CELL}>
                  {starter.bibNumber}
                </td>
                <td className={`${styles.name} semibold anywhere`} {...CELL}>
                  <RunnerLink runner={starter} />
                </td>
                <td className={`${styles.club} muted anywhere`} {...CELL}>
                  {starter.runClub}
                </td>
                <td className={`${styles.cat} line between muted nowrap`} {...CELL}>
                  {starter.ageGroup}
                  <span className={styles.star}>
                    <FollowButton runner={starter} look="star" />
                  </span>
                </td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </>
  );
}
