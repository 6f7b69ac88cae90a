import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { KeyboardEvent, ReactNode, Ref } from 'react';

import { Star } from '../../components/Star.tsx';
import { useRaceStore } from '../../live/use-race.ts';
import { describeRow } from './describe-row.ts';
import styles from './ResultList.module.css';
import { RowTime } from './RowTime.tsx';
import type { ResultsTab } from './tabs.ts';
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
  readonly ref: Ref<HTMLTableRowElement>;
}

/**
 * One runner. The whole row opens the splits for a pointer; for the keyboard
 * and screen readers it is the name, a button.
 */
export function ResultRow(props: ResultRowProps): ReactNode {
  const { result, tab, config, index, rowNumber, onOpen, ref } = props;
  const { replica } = useRaceStore();
  const row = describeRow(result, tab, replica.standings, config);
  const glow = useGlow(replica.changes.find(result.runnerId));
  const open =
    onOpen &&
    (() => {
      onOpen(result.runnerId);
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || !open) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tr
      ref={ref}
      className={[styles.row, open && styles.opens, row.className, glow.className]
        .filter(Boolean)
        .join(' ')}
      style={glow.style}
      data-index={index}
      data-runner-id={result.runnerId}
      role="row"
      aria-rowindex={rowNumber}
      tabIndex={open ? -1 : undefined}
      onClick={open}
      onKeyDown={open && onKeyDown}
    >
      <td className={styles.place} role="cell">
        {row.place}
      </td>
      <td className={styles.runner} role="cell">
        {open ? (
          <button className={styles.name} type="button" aria-haspopup="dialog">
            {row.name}
          </button>
        ) : (
          <span className={styles.name}>{row.name}</span>
        )}
        {row.isWinner ? (
          <Star className={styles.star} label={`First in ${result.ageGroup}`} />
        ) : null}
      </td>
      <td className={styles.club} role="cell">
        {result.runClub}
      </td>
      <td className={styles.cat} role="cell">
        {row.category}
      </td>
      <td className={styles.bib} role="cell">
        {result.bibNumber}
      </td>
      <td className={styles.time} role="cell">
        <RowTime time={row.time} checkpoint={row.checkpoint} />
      </td>
    </tr>
  );
}
