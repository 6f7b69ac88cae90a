import { defaultRangeExtractor } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { FollowButton } from '#client/spectators/FollowButton.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from '#client/ui/table-roles.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useVirtualRows } from '#client/ui/use-virtual-rows.ts';
import virtual from '#client/ui/VirtualTable.module.css';
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

/** The registered, with bib, name, club and category, by name. Only rows near the screen exist. */
export function StartList({ label, starters, listKey }: StartListProps): ReactNode {
  const { common } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const { items, measureRow, topPx, bottomPx } = useVirtualRows({
    list: table,
    rows: useMemo(() => ({ count: starters.length, at: (index) => starters[index] }), [starters]),
    keyOf: useCallback((index: number) => starters[index]?.runnerId ?? index, [starters]),
    listKey,
    narrow: '(max-width: 47.99rem)',
    rowRem: ROW_REM,
    rangeExtractor: defaultRangeExtractor,
  });
  const beforePx = Math.max(0, (items[0]?.start ?? topPx) - topPx);
  const behindPx = Math.max(0, bottomPx - (items.at(-1)?.end ?? bottomPx));

  return (
    <table
      ref={table}
      className={`${virtual.table} ${styles.table}`}
      {...TABLE}
      aria-label={label}
      aria-rowcount={starters.length + 1}
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
          const starter = starters[index];
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
  );
}
