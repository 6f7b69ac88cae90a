import type { ReactNode } from 'react';

import styles from './ResultList.module.css';
import { COLUMN_HEADER, ROW, ROW_GROUP } from '#client/ui/table-roles.ts';
import type { ResultsTab } from '#client/live/tabs.ts';
import { mixesEvents } from '#client/live/tabs.ts';

export interface TableHeadProps {
  readonly tab: ResultsTab;
  /** Kept for screen readers and paper, where the same columns are named above. */
  readonly isHidden?: boolean;
}

/** The column names of a tab (SCREENS.md SR3). */
export function TableHead({ tab, isHidden = false }: TableHeadProps): ReactNode {
  const isSpecial = tab.kind === 'special';
  const columns = [
    { className: styles.place, name: '#' },
    { className: styles.runner, name: 'Runner' },
    { className: styles.club, name: isSpecial ? 'Team' : 'Club' },
    { className: styles.cat, name: mixesEvents(tab) ? 'Race' : 'Cat' },
    { className: styles.bib, name: 'Bib' },
    { className: styles.time, name: 'Time' },
  ];
  return (
    <thead className={isHidden ? styles.hiddenHead : styles.head} {...ROW_GROUP}>
      <tr className={styles.columns} {...ROW} aria-rowindex={1}>
        {columns.map(({ className, name }) => (
          <th key={name} className={className} {...COLUMN_HEADER} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
