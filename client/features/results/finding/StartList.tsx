import { defaultRangeExtractor } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';

import type { Starter } from '#shared/model/result.ts';
import { FollowButton } from '#client/spectators/FollowButton.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import { VirtualBody } from '../ResultList.tsx';
import virtual from '#client/ui/VirtualTable.module.css';
import styles from './StartList.module.css';

export interface StartListProps {
  readonly label: string;
  /** By name. */
  readonly starters: readonly Starter[];
  /** Another key is another list. */
  readonly listKey: string;
}

const ROW_REM = { wide: 2.75, narrow: 4.2 };

/** Registered runners by name. Only rows near the screen are rendered. */
export function StartList({ label, starters, listKey }: StartListProps): ReactNode {
  const { common } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const { items, measureRow, topPx, bottomPx } = useVirtualRows({
    list: table,
    rows: useMemo(() => ({ count: starters.length, at: (index) => starters[index] }), [starters]),
    keyOf: useCallback((index: number) => starters[index]?.runnerId ?? index, [starters]),
    listKey,
    narrow: '(max-width: 37.49rem)',
    rowRem: ROW_REM,
    rangeExtractor: defaultRangeExtractor,
  });

  return (
    <table
      ref={table}
      className={virtual.table}
      {...TABLE}
      aria-label={label}
      aria-rowcount={starters.length + 1}
    >
      <thead className={`${virtual.head} ${styles.head}`} {...ROW_GROUP}>
        <tr className={virtual.columns} {...ROW} aria-rowindex={1}>
          {[common.bib, common.runner, common.club, common.category].map((name) => (
            <th key={name} {...COLUMN_HEADER}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <VirtualBody
        items={items}
        first={0}
        topPx={topPx}
        bottomPx={bottomPx}
        renderRow={(index, rowNumber) => {
          const starter = starters[index];
          return starter ? (
            <tr
              ref={measureRow}
              className={`${virtual.row} ${styles.row}`}
              data-index={index}
              data-starter-id={starter.runnerId}
              {...ROW}
              aria-rowindex={rowNumber}
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
        }}
      />
    </table>
  );
}
