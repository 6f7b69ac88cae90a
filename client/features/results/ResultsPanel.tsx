import { type ReactNode, useRef, useState } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { EmptyState, NoMatch } from './EmptyState.tsx';
import { coursesOf } from '#shared/model/courses.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { FollowingSlot } from './FollowingSlot.tsx';
import { FindRow } from './FindRow.tsx';
import {
  type Match,
  type ResultsQuery,
  EMPTY_QUERY,
  createMatch,
  describeFilter,
} from './finding/results-query.ts';
import { StartListPart } from './finding/StartListPart.tsx';
import { useLiveFields } from '#client/spectators/use-forecast.ts';
import { useAwaited } from './finding/use-awaited.ts';
import { allRows, countRows, isAwaited, listRows, rankLive } from './list-rows.ts';
import { hasSplits } from './list-splits.ts';
import { ResultList } from './ResultList.tsx';
import styles from './ResultsPanel.module.css';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { SexLeaders } from './SexLeaders.tsx';
import { splitsDialog } from './splits-dialog.ts';
import { PANEL_ID, tabIdOf } from './TabBar.tsx';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';
import { scrollToTop, ToTop, useTopOnChange } from './ToTop.tsx';

export interface ResultsPanelProps {
  /** Undefined until the settings arrive, and if they define no tab. */
  readonly tab: ResultsTab | undefined;
  readonly tabs: readonly ResultsTab[];
  readonly query: ResultsQuery;
  /** The query of the rows, which may lag behind `query`. */
  readonly shownQuery: ResultsQuery;
  readonly match: Match | undefined;
  /** The field in which places are counted: everyone, or the runners of the filter. */
  readonly ranked: Standings;
  /** The matching runners; all without a search. */
  readonly filtered: Standings;
  readonly onSeek: (part: Partial<ResultsQuery>) => void;
  readonly onSelect: (code: TabCode) => void;
}

/** Enough to fill any screen. */
const SERVER_RENDERED_ROWS = 30;

/** The content of the selected tab: the find box and the rows, or why there are none. */
export function ResultsPanel(props: ResultsPanelProps): ReactNode {
  const { tab, tabs, query, shownQuery, match, ranked, filtered } = props;
  const { onSeek, onSelect } = props;
  const texts = useTexts();
  const { head, config } = useRace();
  const standings = useStandings();
  const panel = useRef<HTMLElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const focusRef = useRef<string>(undefined);
  const [openRunnerId, setOpenRunnerId] = useState<string>();
  const isServerRendered = useIsServerRendered();
  const liveOf = useLiveFields();
  const live = useFromStandings(
    (all) => {
      if (tab?.kind !== 'event') return undefined;
      const field = liveOf(tab.code);
      return ranked === all ? field : rankLive(ranked, tab.code, field);
    },
    [tab, liveOf, ranked],
  );
  const rows = useFromStandings(
    (all) => {
      if (!all || !tab) return undefined;
      const { ranked: placed, onCourse } = listRows(filtered, tab, live);
      const most = isServerRendered ? SERVER_RENDERED_ROWS : Infinity;
      return {
        ranked: placed.slice(0, most),
        onCourse: onCourse.slice(0, Math.max(0, most - placed.length)),
      };
    },
    [filtered, tab, live, isServerRendered],
  );
  useTopOnChange(panel, tab?.code);
  const hasText = shownQuery.text.trim() !== '';
  const awaited = useAwaited(tab, match, hasText);

  if (!head || !config) {
    return <output className={`${styles.panel} block muted`}>{texts.results.loading}</output>;
  }
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
  const elsewhere = tabs.flatMap((other) => {
    if (!hasText || other.kind !== 'event' || other.code === tab.code) return [];
    const starters = awaited.others.filter(({ events }) => events === other.code);
    // A special tab shows runners of several races.
    const here = rows.ranked.filter(({ events }) => events === other.code).length;
    const count = countRows(filtered, other) - here + starters.length;
    return count === 0 ? [] : [{ ...other, count }];
  });
  const isFound = elsewhere.length + (awaited.own?.length ?? 0) > 0;
  const what = [shownQuery.text.trim(), ...describeFilter(shownQuery, texts.finding)];
  const whatText = what.filter(Boolean).join(', ');
  const opens = tab.kind === 'event' && hasSplits(config);
  const open = (runnerId: string): void => {
    focusRef.current = runnerId;
    setOpenRunnerId(runnerId === openRunnerId ? undefined : runnerId);
  };
  /** Opens the only match and hides a phone's keyboard. Searches again: the shown rows may lag behind the text. */
  const enterSearch = (): void => {
    find.current?.blur();
    const entered = createMatch(query, coursesOf(config));
    if (!opens || !entered || query.text.trim() === '') return;
    const [only, ...others] = allRows(listRows(standings, tab)).filter(entered.matches);
    if (only && others.length === 0) open(only.runnerId);
  };
  const openRunner = openRunnerId !== undefined ? standings.find(openRunnerId) : undefined;

  return (
    <>
      <FindRow
        tab={tab}
        config={config}
        query={query}
        shown={match && listed > 0 ? { shown, listed } : undefined}
        starters={awaited.isBefore ? awaited.startList.starters : undefined}
        isProgressShown={!match && !awaited.isBefore}
        inputRef={find}
        onSeek={onSeek}
        onEnter={enterSearch}
      />
      {match ? null : <FollowingSlot />}
      {match || !event ? null : <SexLeaders event={event} />}
      <section
        ref={panel}
        id={PANEL_ID}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={tabIdOf(tab)}
      >
        {match ? <p className="printed">{whatText}</p> : null}
        {!match && isAwaited(standings, tab, config) ? (
          <EmptyState config={config} tab={tab} />
        ) : null}
        {match && shown === 0 && !isFound ? (
          <NoMatch
            text={whatText}
            startList={awaited.startList}
            onClear={() => onSeek(EMPTY_QUERY)}
          />
        ) : null}
        {match && shown === 0 && isFound && !awaited.isBefore ? (
          <p className={styles.note}>{texts.empty.noMatch(whatText)}</p>
        ) : null}
        {shown > 0 ? (
          <ResultList
            key={tab.code}
            tab={tab}
            rows={rows}
            standings={filtered}
            live={live}
            config={config}
            listKey={match ? whatText : ''}
            ranked={ranked}
            isCategory={shownQuery.category !== '' && shownQuery.club === ''}
            onOpen={opens ? open : undefined}
            focusRef={focusRef}
          />
        ) : null}
        {event ? (
          <StartListPart
            count={awaited.ownCount}
            starters={awaited.own}
            hasFailed={awaited.startList.hasFailed}
            isBefore={awaited.isBefore}
            isShown={awaited.isShown}
            onShow={awaited.show}
            config={config}
            listKey={whatText}
          />
        ) : null}
        {elsewhere.length > 0 ? (
          <p className={styles.elsewhere}>
            {texts.finding.otherRaces}
            {elsewhere.map(({ code, label, count }) => (
              <button key={code} className="pill" type="button" onClick={() => onSelect(code)}>
                {`${label} (${count})`}
              </button>
            ))}
          </p>
        ) : null}
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
        <splitsDialog.Component
          runner={openRunner}
          config={config}
          standings={standings}
          onClose={() => setOpenRunnerId(undefined)}
        />
      ) : null}
    </>
  );
}
