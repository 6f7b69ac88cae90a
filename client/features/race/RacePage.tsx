import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useRace } from '#client/live/race-store.tsx';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { ShareButton } from '#client/spectators/ShareButton.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { findResultsState } from '#shared/model/race-config.ts';
import { chooseTab, listTabs } from '#shared/scoring/tabs.ts';
import styles from './RaceView.module.css';
import { RaceView } from './RaceView.tsx';

const TAB_PARAM = 'tab';

/** The race as one picture (SCREENS.md PI): where everybody is now, and the gaps. The address chooses the race. */
export function RacePage(): ReactNode {
  const texts = useAllTexts();
  const { race, common } = texts;
  const [params] = useSearchParams();
  const { config, head } = useRace();
  const tabs = useMemo(
    () => (config ? listTabs(config).filter(({ kind }) => kind === 'event') : []),
    [config],
  );
  const tab = config && chooseTab(tabs, params.get(TAB_PARAM), coursesOf(config));
  const title = config ? `${texts.spectators.race} · ${config.pageTitle}` : common.loading;
  useDocumentTitle(title);
  if (!config || !head) {
    return (
      <main className="page">
        <p>{common.loading}</p>
      </main>
    );
  }
  const addressOf = (code: string): string => `/race?${new URLSearchParams({ [TAB_PARAM]: code })}`;
  return (
    <>
      <RaceHeader
        title={config.pageTitle}
        results={findResultsState(tab ? [tab.code] : [], config)}
      />
      <main className="page">
        <div className="row between">
          <BackToResults {...(tab && { event: tab.code })} />
          <div className="row shrinks">
            {tab ? <ShareButton title={title} path={addressOf(tab.code)} /> : null}
          </div>
        </div>
        <h1 className={styles.heading}>{texts.spectators.race}</h1>
        {tabs.length > 1 ? (
          <nav aria-label={race.choose}>
            <ul className="row plain-list">
              {tabs.map(({ code, label }) => (
                <li key={code}>
                  <Link
                    className={styles.choice}
                    to={addressOf(code)}
                    aria-current={code === tab?.code ? 'true' : undefined}
                    replace
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        {tab ? <RaceView key={tab.code} event={tab.code} config={config} /> : null}
      </main>
    </>
  );
}
