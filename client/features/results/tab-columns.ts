import type { CSSProperties } from 'react';
import { ColumnTexts, countCh } from '#client/ui/column-widths.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Follower } from '#shared/scoring/incremental-view.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type ResultsTab, eventsOf, isInTab, mixesEvents } from '#shared/scoring/tabs.ts';
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

/** The longest texts in the narrow columns of a tab. */
export class TabColumns implements Follower {
  readonly #tab: ResultsTab;
  readonly #courses: Courses;
  readonly #categories = new ColumnTexts();
  readonly #bibs = new ColumnTexts();
  readonly #times = new ColumnTexts();

  constructor(standings: Standings, tab: ResultsTab) {
    this.#tab = tab;
    this.#courses = standings.courses;
    for (const event of eventsOf(tab, standings.courses)) {
      for (const row of standings.listed(event)) this.replace(undefined, row);
    }
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const was = before && this.#lists(before) ? before : undefined;
    const is = after && this.#lists(after) ? after : undefined;
    this.#categories.replace(was?.ageGroup, is?.ageGroup);
    this.#bibs.replace(was?.bibNumber, is?.bibNumber);
    this.#times.replace(was && timeOf(was), is && timeOf(is));
    return true;
  }

  #lists(row: UnrankedResult): boolean {
    return isInTab(row, this.#tab, this.#courses);
  }

  /** The widths that all rows share; no place is higher than `listed`. */
  widths(listed: number, isAnybodyOut: boolean, { common, outcome }: Texts): ColumnWidths {
    const isEvent = this.#tab.kind === 'event';
    return {
      '--splits': this.#tab.kind === 'event' ? this.#courses.stagesOf(this.#tab.code).length : 0,
      '--place-ch': countCh(String(listed)),
      '--cat-ch': mixesEvents(this.#tab, this.#courses)
        ? 0
        : this.#categories.widestCh(common.category),
      '--bib-ch': this.#bibs.widestCh(common.bib),
      '--time-ch': isEvent ? this.#times.widestCh(outcome.started) : countCh(outcome.noScan),
      '--under-ch': isEvent && isAnybodyOut ? CHECKPOINT_CH : GAP_CH,
    };
  }
}

/** As shown: a total has at least two digits of hours. */
function timeOf({ totalTime }: UnrankedResult): string {
  return totalTime.startsWith('0') ? totalTime.slice(1) : totalTime;
}
