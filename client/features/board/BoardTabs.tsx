import type { ReactNode } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import styles from './BoardPage.module.css';
import type { Slide } from './slides.ts';

interface BoardTabsProps {
  readonly tabs: readonly ResultsTab[];
  readonly slide: Slide | undefined;
}

/** The tabs of the board, and which part of the current one is shown. */
export function BoardTabs({ tabs, slide }: BoardTabsProps): ReactNode {
  const texts = useAllTexts();
  const { head } = useRace();
  const standings = useStandings();
  return (
    <ul className={styles.tabs}>
      {tabs.map((tab) => {
        const isShown = tab.code === slide?.tab.code;
        const finished = head && tab.kind === 'event' ? standings.finishers(tab.code).length : 0;
        return (
          <li key={tab.code} className={styles.tab} aria-current={isShown ? 'true' : undefined}>
            <span>{tab.label}</span>
            {finished > 0 ? <span className={styles.count}>{finished}</span> : null}
            {isShown ? (
              <span className={styles.part}>{describePart(slide, standings.courses, texts)}</span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** `Women · Men`, `Categories · Chip time 2/3`; empty where the name of the tab is enough. */
function describePart(
  { tab, kind, page, pages, heads = [] }: Slide,
  courses: Courses,
  { results, spectators, finding, start, tables }: AllTexts,
): string {
  const clock = courses.categoryClockOf(tab.code);
  const names = {
    'just-in': results.justIn,
    overall: '',
    special: '',
    sexes: joinParts(heads.map((sex) => finding.sexes[sex])),
    categories: joinParts([tables.views.categories, clock && start[clock]]),
    picture: spectators.race,
    'on-course': results.onCourse,
    'start-list': finding.startList,
  };
  return [names[kind], pages > 1 && heads.length === 0 ? `${page}/${pages}` : '']
    .filter(Boolean)
    .join(' ');
}
