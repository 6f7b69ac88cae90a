import type { CSSProperties } from 'react';
import { countCh, widestCh } from '#client/ui/column-widths.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { describeLivePlace } from './describe-row.ts';
import { type ResultsTab, mixesEvents } from '#shared/scoring/tabs.ts';
import type { Texts } from '#shared/texts/en.ts';

/** Fits most names of the place where a time on course was taken; longer ones break. */
const CHECKPOINT_CH = 13;

/** Fits a gap of hours. */
const GAP_CH = countCh('+1:02:33');

/** The width of each narrow column, as custom properties in `ch`. */
export type ColumnWidths = CSSProperties & Readonly<Record<`--${string}`, number>>;

/** Wider numbers and categories leave no room for the stages. */
const WIDEST_CH = 32;

/** With more stages, as of a course of many laps, none is left for the name. */
const MOST_STAGES = 7;

/** Whether the stages fit into columns of their own on a wide screen. */
export function fitsStages(columns: ColumnWidths): boolean {
  if ((columns['--splits'] ?? 0) > MOST_STAGES) return false;
  const narrow = ['--place-ch', '--cat-ch', '--bib-ch'] as const;
  const time = Math.max(columns['--time-ch'] ?? 0, columns['--under-ch'] ?? 0);
  return narrow.reduce((sum, name) => sum + (columns[name] ?? 0), time) <= WIDEST_CH;
}

/** The widths of the narrow columns of a tab, which all its rows share; no place is higher than `listed`. */
export function measureColumns(
  standings: Standings,
  tab: ResultsTab,
  listed: number,
  { common, outcome }: Texts,
): ColumnWidths {
  const { courses } = standings;
  const isEvent = tab.kind === 'event';
  const rows = isEvent ? standings.listed(tab.code) : standings.special(tab.code).list();
  const isAnybodyOut = isEvent && standings.onCourse(tab.code).length > 0;
  return {
    '--splits': isEvent ? courses.stagesOf(tab.code).length : 0,
    '--place-ch': countCh(String(listed)),
    '--live-ch': isAnybodyOut ? countCh(describeLivePlace(listed)) : 0,
    '--cat-ch': mixesEvents(tab, courses)
      ? 0
      : widestCh(rows, ({ ageGroup }) => ageGroup, common.category),
    '--bib-ch': widestCh(rows, ({ bibNumber }) => bibNumber, common.bib),
    '--time-ch': isEvent ? widestCh(rows, timeOf, outcome.started) : countCh(outcome.noScan),
    '--under-ch': isAnybodyOut ? CHECKPOINT_CH : GAP_CH,
  };
}

/** As shown: a total has at least two digits of hours. */
function timeOf({ totalTime }: UnrankedResult): string {
  return totalTime.startsWith('0') ? totalTime.slice(1) : totalTime;
}
