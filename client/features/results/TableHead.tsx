import type { ReactNode } from 'react';
import table from '#client/ui/VirtualTable.module.css';
import styles from './ResultTable.module.css';
import { COLUMN_HEADER, ROW, ROW_GROUP } from '#client/ui/table-roles.ts';
import { type ResultsTab, mixesEvents } from '#shared/scoring/tabs.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

export interface TableHeadProps {
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
  /** Whether each stage has a column. */
  readonly isSpread: boolean;
}

/** The column names of a tab. */
export function TableHead({ tab, config, isSpread }: TableHeadProps): ReactNode {
  const { common, results } = useTexts();
  const courses = coursesOf(config);
  const stages = isSpread && tab.kind === 'event' ? courses.stagesOf(tab.code) : [];
  const columns = [
    { className: styles.place, name: results.place },
    { className: styles.runner, name: common.runner },
    { className: styles.club, name: tab.kind === 'special' ? common.team : common.club },
    { className: styles.cat, name: mixesEvents(tab, courses) ? common.race : common.category },
    { className: styles.bib, name: common.bib },
    { className: `${styles.time} text-right`, name: common.time },
  ];
  return (
    <thead className={`${table.head} ${styles.head}`} {...ROW_GROUP}>
      <tr className={`${table.columns} ${styles.columns}`} {...ROW} aria-rowindex={1}>
        {columns.map(({ className, name }) => (
          <th key={name} className={className} {...COLUMN_HEADER}>
            {name}
          </th>
        ))}
        {stages.map(({ slot }) => (
          <th key={slot} className={styles.split} {...COLUMN_HEADER}>
            {labelCheckpoint(slot, config, tab.code)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
