import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import { useCallback, useRef } from 'react';

import { useRaceStore } from '#client/live/RaceProvider.tsx';
import { describeRow } from './describe-row.ts';
import styles from './ResultList.module.css';
import { RowName } from './RowName.tsx';
import { RowTime } from './RowTime.tsx';
import { CELL, ROW } from '#client/ui/table-roles.ts';
import type { ResultsTab } from '#client/live/tabs.ts';
import { useGlow } from './use-glow.ts';

export interface ResultRowProps {
  readonly result: UnrankedResult;
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
  /** In the whole list, for measuring. */
  readonly index: number;
  /** In its table, counting the header row. */
  readonly rowNumber: number;
  readonly onOpen: ((runnerId: string) => void) | undefined;
  /** Is handed the row when it comes, and null when it goes. */
  readonly measure: (row: HTMLElement | null) => void;
}

/**
 * One runner. The whole row opens the splits for a pointer; for the keyboard
 * and screen readers it is the name, a button.
 */
export function ResultRow(props: ResultRowProps): ReactNode {
  const { result, tab, config, index, rowNumber, onOpen, measure } = props;
  const { replica } = useRaceStore();
  const element = useRef<HTMLTableRowElement>(null);
  const ref = useCallback(
    (row: HTMLTableRowElement | null) => {
      element.current = row;
      measure(row);
    },
    [measure],
  );
  useGlow(element, replica.changes.find(result.runnerId));
  const row = describeRow(result, tab, replica.standings, config);
  const open = (): void => onOpen?.(result.runnerId);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };

  return (
    <tr
      ref={ref}
      className={`${styles.row} ${onOpen ? styles.opens : ''} ${row.className}`}
      data-index={index}
      data-runner-id={result.runnerId}
      {...ROW}
      aria-rowindex={rowNumber}
      {...(onOpen ? { tabIndex: -1, onClick: open, onKeyDown } : {})}
    >
      <td className={styles.place} {...CELL}>
        {row.place}
      </td>
      <td className={styles.runner} {...CELL}>
        <RowName
          name={row.name}
          honour={row.isWinner ? `First in ${result.ageGroup}` : undefined}
          isButton={onOpen !== undefined}
        />
      </td>
      <td className={styles.club} {...CELL}>
        {result.runClub}
      </td>
      <td className={styles.cat} {...CELL}>
        {row.category}
      </td>
      <td className={styles.bib} {...CELL}>
        {result.bibNumber}
      </td>
      <td className={styles.time} {...CELL}>
        <RowTime time={row.time} checkpoint={row.checkpoint} />
      </td>
    </tr>
  );
}
