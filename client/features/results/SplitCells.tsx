import type { ReactNode } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { listStageTimes } from '#shared/format/describe-result.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { CELL, COLUMN_HEADER } from '#client/ui/table-roles.ts';
import styles from './ResultTable.module.css';

/** `1`, `2` or `3` for a place on the podium. */
export function medalOf(place: string): string | undefined {
  return /^[123]$/.test(place) ? place : undefined;
}

/** The columns of the stages, for screens that have the room. */
export function SplitHeads(props: {
  readonly tab: ResultsTab;
  readonly config: RaceConfig;
}): ReactNode {
  const { tab, config } = props;
  if (tab.kind === 'special') return null;
  return coursesOf(config)
    .stagesOf(tab.code)
    .map(({ slot }) => (
      <th key={slot} className={styles.split} {...COLUMN_HEADER}>
        {labelCheckpoint(slot, config, tab.code)}
      </th>
    ));
}

/** The time and place of a runner at each stage. */
export function SplitCells(props: {
  readonly result: UnrankedResult;
  readonly ranked: Standings;
}): ReactNode {
  const { result, ranked } = props;
  const { outcome } = useTexts();
  const places = ranked.checkpointPlacesOf(result.runnerId);
  return listStageTimes(result, ranked.courses, outcome).map(({ slot, time, isTaken }) => {
    const place = isTaken ? String(places[slot] ?? '') : '';
    return (
      <td key={slot} className={styles.split} {...CELL}>
        {time} <span data-medal={medalOf(place)}>{place}</span>
      </td>
    );
  });
}
