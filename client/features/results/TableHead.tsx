import type { ReactNode, CSSProperties } from 'react';
import table from '#client/ui/VirtualTable.module.css';
import styles from './ResultList.module.css';
import columnStyles from './ResultColumns.module.css';
import cells from './ResultRow.module.css';
import { COLUMN_HEADER, ROW, ROW_GROUP } from '#client/ui/table-roles.ts';
import { type ResultsTab, mixesEvents } from '#shared/scoring/tabs.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { countCh, widestCh } from '#client/ui/column-widths.ts';
import type { Texts } from '#shared/texts/en.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { TabRows } from './list-rows.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { SplitHeads, stagesOfTab } from './SplitCells.tsx';

export interface TableHeadProps {
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
  /** Whether the stages have columns of their own. */
  readonly isSpread: boolean;
  /** Kept for screen readers and paper, where the same columns are named above. */
  readonly isHidden?: boolean;
}

/** The column names of a tab (SCREENS.md SR3). */
export function TableHead({ tab, config, isSpread, isHidden = false }: TableHeadProps): ReactNode {
  const isSpecial = tab.kind === 'special';
  const { common, results } = useTexts();
  const columns = [
    { className: cells.place, name: results.place },
    { className: cells.runner, name: common.runner },
    { className: cells.club, name: isSpecial ? common.team : common.club },
    { className: cells.cat, name: mixesEvents(tab) ? common.race : common.category },
    { className: cells.bib, name: common.bib },
    { className: `${cells.time} ${columnStyles.timeHead}`, name: common.time },
  ];
  return (
    <thead className={`${table.head} ${isHidden ? styles.hiddenHead : styles.head}`} {...ROW_GROUP}>
      <tr
        className={`${table.columns} ${columnStyles.columns} ${columnStyles.head}`}
        {...ROW}
        aria-rowindex={1}
      >
        {columns.map(({ className, name }) => (
          <th key={name} className={className} {...COLUMN_HEADER} scope="col">
            {name}
          </th>
        ))}
        {isSpread ? <SplitHeads tab={tab} config={config} /> : null}
      </tr>
    </thead>
  );
}

/** The room of most names of the place where a time on course was taken; the longer ones break. */
const CHECKPOINT_CH = 13;

/** The room of a gap of hours. */
const GAP_CH = countCh('+1:02:33');

/** The room of each narrow column, as custom properties in `ch`. */
export type ColumnRooms = CSSProperties & Readonly<Record<`--${string}`, number>>;

/** Past this the numbers and categories of a race leave no room for its stages. */
const WIDEST_CH = 32;

/** Whether the stages have the room for columns of their own on a wide screen. */
export function leavesRoom(columns: ColumnRooms): boolean {
  const narrow = ['--place-ch', '--cat-ch', '--bib-ch'] as const;
  const time = Math.max(columns['--time-ch'] ?? 0, columns['--under-ch'] ?? 0);
  return narrow.reduce((sum, name) => sum + (columns[name] ?? 0), time) <= WIDEST_CH;
}

/** What the rows of a tab share. */
export function measureColumns(
  tab: ResultsTab,
  { ranked, onCourse }: TabRows,
  listed: number,
  { common, outcome }: Texts,
): ColumnRooms {
  const all = [...ranked, ...onCourse];
  const timeCh = tab.kind === 'event' ? widestCh(ranked, timeOf, outcome.started) : 0;
  return {
    '--splits': stagesOfTab(tab).length,
    '--place-ch': countCh(String(listed)),
    '--cat-ch': mixesEvents(tab) ? 0 : widestCh(all, ({ ageGroup }) => ageGroup, common.category),
    '--bib-ch': widestCh(all, ({ bibNumber }) => bibNumber, common.bib),
    '--time-ch': Math.max(timeCh, tab.kind === 'special' ? countCh(outcome.noScan) : 0),
    '--under-ch': onCourse.length > 0 ? CHECKPOINT_CH : GAP_CH,
  };
}

/** As long as it is shown: a total has the hours in two digits at least. */
function timeOf({ totalTime }: UnrankedResult): string {
  return totalTime.startsWith('0') ? totalTime.slice(1) : totalTime;
}
