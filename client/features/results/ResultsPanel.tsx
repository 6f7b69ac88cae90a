import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { EmptyState, NoMatch, Skeleton } from './EmptyState.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { FindBox } from '#client/ui/FindBox.tsx';
import { type Findable, parseSearch } from './find-runner.ts';
import { findStarters, useStartList } from '#client/spectators/use-start-list.ts';
import { countRows, isAwaited, listRows } from './list-rows.ts';
import { hasSplits } from './list-splits.ts';
import { NotSeenYet } from './NotSeenYet.tsx';
import { ResultList } from './ResultList.tsx';
import styles from './ResultsPanel.module.css';
import { SplitsModal } from './splits-modal.tsx';
import { PANEL_ID, tabIdOf } from './TabBar.tsx';
import type { ResultsTab, TabCode } from '#client/live/tabs.ts';
import { scrollToTop, ToTop } from './ToTop.tsx';

export interface ResultsPanelProps {
  /** Undefined while the settings are not known, and when they call for no tab. */
  readonly tab: ResultsTab | undefined;
  readonly tabs: readonly ResultsTab[];
  readonly search: string;
  /** What the rows are sought by; behind `search` by a moment. */
  readonly soughtText: string;
  readonly filter: ((found: Findable) => boolean) | undefined;
  readonly onSearch: (text: string) => void;
  readonly onSelect: (code: TabCode) => void;
}

/** What the selected tab shows: the find box over the rows, or why there are none. */
export function ResultsPanel(props: ResultsPanelProps): ReactNode {
  const { tab, tabs, search, soughtText, filter, onSearch, onSelect } = props;
  const texts = useTexts();
  const { head, config } = useRace();
  const { standings } = useRaceStore().replica;
  const panel = useRef<HTMLElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const focusRef = useRef<string>(undefined);
  const [openRunnerId, setOpenRunnerId] = useState<string>();
  const rows = useMemo(
    () => (head && tab ? listRows(standings, tab, filter) : undefined),
    [head, standings, tab, filter],
  );
  useTopOnChange(panel, tab?.code);
  const startList = useStartList(filter !== undefined);

  if (!head || !config) return <Skeleton key={config ? 'known' : 'awaited'} />;
  if (!tab || !rows) {
    return (
      <div className={styles.panel}>
        <EmptyState config={config} tab={undefined} />
      </div>
    );
  }
  const listed = countRows(standings, tab);
  const shown = rows.ranked.length + rows.onCourse.length;
  const event = tab.kind === 'event' ? tab.code : undefined;
  const unseen = filter ? findStarters(startList.starters ?? [], filter, standings, event) : [];
  const others = tabs.flatMap((other) => {
    const count = filter && shown === 0 ? countRows(standings, other, filter) : 0;
    return count > 0 ? [{ tab: other, count }] : [];
  });
  const opens = tab.kind === 'event' && hasSplits(config);
  const open = (runnerId: string): void => {
    focusRef.current = runnerId;
    setOpenRunnerId(runnerId === openRunnerId ? undefined : runnerId);
  };
  /** Opens the only match, and takes a phone's keyboard away; the rows may still be those of a letter less. */
  const enterSearch = (): void => {
    const { ranked, onCourse } = listRows(standings, tab, parseSearch(search));
    const [only, ...others] = [...ranked, ...onCourse];
    find.current?.blur();
    if (opens && search.trim() !== '' && only && others.length === 0) open(only.runnerId);
  };
  const openRunner = opens && openRunnerId !== undefined ? standings.find(openRunnerId) : undefined;

  return (
    <>
      <div className={styles.find}>
        <FindBox
          label={texts.find.label}
          text={search}
          onText={onSearch}
          shown={filter && listed > 0 ? { shown, listed } : undefined}
          inputRef={find}
          onEnter={enterSearch}
        />
      </div>
      <section
        ref={panel}
        id={PANEL_ID}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={tabIdOf(tab)}
      >
        {!filter && isAwaited(standings, tab, config) ? (
          <EmptyState config={config} tab={tab} />
        ) : null}
        {event && !filter && !isAwaited(standings, tab, config) ? (
          <p className={styles.listed}>{texts.results.listed(listed, standings.totals[event])}</p>
        ) : null}
        {filter && shown === 0 && (others.length > 0 || unseen.length === 0) ? (
          <NoMatch
            text={soughtText}
            others={others}
            startList={startList}
            onSelect={onSelect}
            onClear={() => {
              onSearch('');
            }}
          />
        ) : null}
        {shown > 0 ? (
          <ResultList
            key={tab.code}
            tab={tab}
            rows={rows}
            config={config}
            listed={listed}
            listKey={filter ? soughtText : ''}
            onOpen={opens ? open : undefined}
            focusRef={focusRef}
          />
        ) : null}
        <NotSeenYet starters={unseen} config={config} />
      </section>
      <ToTop
        onTop={() => {
          scrollToTop();
          document.getElementById(tabIdOf(tab))?.focus({ preventScroll: true });
        }}
        onFind={() => {
          scrollToTop();
          find.current?.focus({ preventScroll: true });
          find.current?.select();
        }}
      />
      {openRunner ? (
        <SplitsModal
          runner={openRunner}
          config={config}
          standings={standings}
          onClose={() => {
            setOpenRunnerId(undefined);
          }}
        />
      ) : null}
    </>
  );
}

/** Goes up to the first row when another tab is chosen further down. */
function useTopOnChange(
  panel: { readonly current: HTMLElement | null },
  code: string | undefined,
): void {
  const shownCode = useRef(code);
  useLayoutEffect(() => {
    if (shownCode.current === code) return;
    const isFirst = shownCode.current === undefined;
    shownCode.current = code;
    const main = panel.current?.parentElement;
    const bar = document.querySelector('[data-sticky-bar]');
    if (isFirst || !main || !bar) return;
    const hiddenPx = bar.getBoundingClientRect().bottom - main.getBoundingClientRect().top;
    if (hiddenPx > 0) window.scrollBy({ top: -hiddenPx, behavior: 'instant' });
  }, [panel, code]);
}
