import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { type ReactNode, memo, useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '#client/ui/use-texts.ts';
import { EMBED_PARAM } from '#client/ui/kept-params.ts';
import { PrintedAsOf } from '#client/ui/PrintedAsOf.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useRace } from '#client/live/race-store.tsx';
import { ClockRow } from './ClockRow.tsx';
import { createMatch } from './finding/results-query.ts';
import { filterStandings } from './finding/filtered-standings.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { LanguageChooser } from '#client/spectators/LanguageChooser.tsx';
import { useResultsQuery } from './finding/use-results-query.ts';
import { JustIn } from './JustIn.tsx';
import { Masthead } from './Masthead.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { TabBar } from './TabBar.tsx';
import { scrollToTop } from './ToTop.tsx';
import { OnwardLinks, useLinksOnTop } from './OnwardLinks.tsx';
import {
  type ResultsTab,
  type TabCode,
  chooseTab,
  eventsOf,
  listTabs,
} from '#shared/scoring/tabs.ts';
import { findPictureAddress } from '#client/ui/picture-address.ts';
import styles from './ResultsPage.module.css';

const TAB_PARAM = 'tab';

/**
 * The public results page.
 *
 * 1. The settings define the tabs, and the address selects one.
 * 2. `finding` holds the search and the filters, in step with the address, and compiles them to a `Match`.
 * 3. `list-rows` selects the matching rows of the tab; `ResultsPanel` shows them, or why there are none.
 * 4. `ResultList` renders the rows near the screen; `describe-row` formats each.
 * 5. A press on a row opens `SplitsDialog`, which is preloaded.
 */
export function ResultsPage(): ReactNode {
  const { config, head, isReceived, connection, heardMs, clockOffsetMs } = useRace();
  const standings = useStandings();
  const texts = useTexts();
  const { common, results } = texts;
  const nowMs = useHeardMoment();
  const [params, setParams] = useSearchParams();
  const courses = coursesOf(config ?? DEFAULT_CONFIG);
  const { query, change, address } = useResultsQuery(courses);
  // Deferred, so that typing stays responsive with thousands of rows.
  const shownQuery = useDeferredValue(query);
  const match = useMemo(() => createMatch(shownQuery, courses), [shownQuery, courses]);
  const group = match?.group;
  const isCategory = shownQuery.category !== '';
  const some = useFromStandings(
    (all) => all && group && filterStandings(all, group, isCategory),
    [group, isCategory],
  );
  const ranked = some ?? standings;
  const found = useFromStandings(
    (all) => all && match && filterStandings(ranked, match.matches),
    [ranked, match],
  );
  const filtered = found ?? standings;
  useDocumentTitle(config?.pageTitle ?? common.loading);

  const tabs = useMemo(() => (config ? listTabs(config) : []), [config]);
  const tab = chooseTab(tabs, params.get(TAB_PARAM), courses);
  const selectTab = (code: TabCode, isStep: boolean): void => {
    if (code === tab?.code) {
      scrollToTop();
      return;
    }
    const next = address();
    next.set(TAB_PARAM, code);
    // Stepping through the tabs with the arrow keys adds no history entries.
    setParams(next, { replace: isStep });
  };

  // Pictures wait until the results have arrived, so as not to compete with them on a slow link.
  const pictures = isReceived || head ? config?.pictures : undefined;
  const isEmbedded = params.has(EMBED_PARAM);
  const state = config ? describeResultsState(eventsOf(tab, courses), config, nowMs, texts) : '';

  return (
    <>
      {isEmbedded ? null : (
        <img
          className={styles.backdrop}
          src={findPictureAddress('background', pictures)}
          alt=""
          decoding="async"
          fetchPriority="low"
        />
      )}
      <a className="skip-link" href="#results">
        {results.skip}
      </a>
      {isEmbedded ? (
        <h1 className="visually-hidden">{config?.pageTitle ?? common.loading}</h1>
      ) : (
        <Masthead config={config} picture={pictures} />
      )}
      {/* Remount once settings arrive: a long title moves everything below it. */}
      <section
        key={config ? 'known' : 'awaited'}
        className={styles.bar}
        aria-label={results.bar}
        data-sticky-bar=""
      >
        <ClockRow config={config} tab={tab} />
        {config && !tab ? null : (
          <TabBar
            tabs={tabs}
            selected={tab}
            standings={filtered}
            isFiltered={match !== undefined}
            onSelect={selectTab}
          />
        )}
      </section>
      {config ? <JustIn config={config} tabs={tabs} tab={tab} /> : null}
      <PrintedAsOf
        connection={connection}
        heardMs={heardMs}
        clockOffsetMs={clockOffsetMs}
        timeZone={config?.timeZone}
        standing={state}
      />
      <main key={config ? 'known-results' : 'awaited-results'} id="results" tabIndex={-1}>
        <ResultsPanel
          tab={tab}
          tabs={tabs}
          query={query}
          shownQuery={shownQuery}
          match={match}
          ranked={ranked}
          filtered={filtered}
          onSeek={change}
          onSelect={(code) => selectTab(code, false)}
        />
      </main>
      {config && head ? <Footer tab={tab} config={config} /> : null}
    </>
  );
}

interface FooterProps {
  readonly tab: ResultsTab | undefined;
  readonly config: ConfigBody;
}

/** The links that do not fit at the top, the other languages, and the credit of the timing provider. */
const Footer = memo(function Footer({ tab, config }: FooterProps): ReactNode {
  const { results } = useTexts();
  const isOnTop = useLinksOnTop();
  return (
    <footer className={styles.footer}>
      {isOnTop ? null : <OnwardLinks tab={tab} config={config} />}
      <LanguageChooser />
      <p className={styles.credit}>{results.timing}</p>
    </footer>
  );
});
