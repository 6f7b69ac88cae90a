import { type KeyboardEvent, type ReactNode, useRef } from 'react';

import { isPlainPress, Link } from '#client/ui/Link.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { countRows } from './list-rows.ts';
import styles from './TabBar.module.css';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';

export interface TabBarProps {
  readonly tabs: readonly ResultsTab[];
  readonly selected: ResultsTab | undefined;
  /** The counted runners: all, or the matches of a search in any race. */
  readonly standings: Standings;
  readonly isFiltered: boolean;
  /** `isStep` for a move with the arrow keys. Also called for the selected tab. */
  readonly onSelect: (code: TabCode, isStep: boolean) => void;
}

export const PANEL_ID = 'results-panel';
export function tabIdOf(tab: ResultsTab): string {
  return `tab-${tab.code}`;
}

/** The tabs of the page, by the WAI-ARIA tabs pattern; they scroll sideways where there is no room. */
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
    const index = tabs.findIndex((tab) => tab.code === code);
    const next = {
      ArrowRight: tabs[(index + 1) % tabs.length],
      ArrowLeft: tabs.at(index - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key];
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
              {tab.kind === 'event' && countRows(standings, tab) > 0 ? (
                <span className={styles.count} data-found={isFiltered} aria-hidden="true">
                  {countRows(standings, tab)}
                </span>
              ) : null}
            </Link>
          ))}
        </div>
      ) : null}
    </div>
  );
}
