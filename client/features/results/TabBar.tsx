import { type KeyboardEvent, type ReactNode, useRef } from 'react';

import { isPlainPress, Link } from '#client/ui/Link.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useRace } from '#client/live/race-store.tsx';
import { countRows } from './list-rows.ts';
import styles from './TabBar.module.css';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';

export interface TabBarProps {
  readonly tabs: readonly ResultsTab[];
  readonly selected: ResultsTab | undefined;
  /** The runners that the tabs count: all, or those that match a search, who may be in another race. */
  readonly standings: Standings;
  readonly isFiltered: boolean;
  /** `isStep` when the keyboard walked there. The chosen tab can be pressed too. */
  readonly onSelect: (code: TabCode, isStep: boolean) => void;
}

export const PANEL_ID = 'results-panel';
export function tabIdOf(tab: ResultsTab): string {
  return `tab-${tab.code}`;
}

/** The tabs of the page, after the tabs pattern of the WAI-ARIA practices; too many scroll sideways. */
export function TabBar({
  tabs,
  selected,
  standings,
  isFiltered,
  onSelect,
}: TabBarProps): ReactNode {
  const { results } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const code = selected?.code;

  useScrollStrip(list, `#tab-${code}`);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = chooseByKey(tabs, selected, event.key);
    if (!next) return;
    event.preventDefault();
    onSelect(next.code, true);
    document.querySelector<HTMLElement>(`#${tabIdOf(next)}`)?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.bar}>
      {tabs.length > 0 ? (
        <div
          ref={list}
          className={styles.tabs}
          role="tablist"
          aria-label={results.title}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <Link
              key={tab.code}
              id={tabIdOf(tab)}
              className={styles.tab}
              to={`/?tab=${tab.code}`}
              role="tab"
              aria-selected={tab.code === code}
              aria-controls={tab.code === code ? PANEL_ID : undefined}
              tabIndex={tab.code === code ? 0 : -1}
              onClick={(press) => {
                if (!isPlainPress(press)) return;
                press.preventDefault();
                onSelect(tab.code, false);
              }}
            >
              {tab.label}
              {tab.kind === 'event' ? (
                <Count tab={tab} standings={standings} isFiltered={isFiltered} />
              ) : null}
            </Link>
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface CountProps extends Pick<TabBarProps, 'standings' | 'isFiltered'> {
  readonly tab: ResultsTab;
}

function Count({ tab, standings, isFiltered }: CountProps): ReactNode {
  const { head } = useRace();
  const count = countRows(standings, tab);
  return head && count > 0 ? (
    <span className={styles.count} data-found={isFiltered} aria-hidden="true">
      {count}
    </span>
  ) : null;
}

/** The tab that an arrow key, Home or End leads to. */
function chooseByKey(
  tabs: readonly ResultsTab[],
  selected: ResultsTab | undefined,
  key: string,
): ResultsTab | undefined {
  const index = tabs.findIndex((tab) => tab.code === selected?.code);
  switch (key) {
    case 'ArrowRight':
      return tabs[(index + 1) % tabs.length];
    case 'ArrowLeft':
      return tabs.at(index - 1);
    case 'Home':
      return tabs[0];
    case 'End':
      return tabs.at(-1);
    default:
      return undefined;
  }
}
