import { type ReactNode, useMemo } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { useSearchParams } from 'react-router-dom';

import { useRace } from '#client/live/race-store.tsx';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { addressComparison, readComparison } from '#client/spectators/race/comparison.ts';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { ShareButton } from '#client/spectators/ShareButton.tsx';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { chooseTab, eventsOf, listTabs } from '#shared/scoring/tabs.ts';
import { CompareView } from './CompareView.tsx';
import { RaceView } from './RaceView.tsx';

const TAB_PARAM = 'tab';

/** The race as a picture, with gaps, or a comparison of runners. The address selects the race and the runners. */
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
  const compared = readComparison(params);
  const heading = compared ? race.compare : texts.spectators.race;
  const title = config ? joinParts([heading, config.pageTitle]) : common.loading;
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
      <RaceHeader config={config} events={eventsOf(tab, coursesOf(config))} />
      <main className="page">
        <div className="row between unprinted">
          <BackToResults {...(tab && { event: tab.code })} />
          {tab ? (
            <div className="row shrinks">
              <ShareButton
                title={title}
                path={compared ? addressComparison(tab.code, compared) : addressOf(tab.code)}
              />
            </div>
          ) : null}
        </div>
        <h1 className="screen-title">{heading}</h1>
        {tabs.length > 1 && !compared ? (
          <nav aria-label={race.choose}>
            <ul className="row plain-list">
              {tabs.map(({ code, label }) => (
                <li key={code}>
                  <Link
                    className="pill"
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
        {tab && compared ? (
          <CompareView event={tab.code} config={config} runnerIds={compared} />
        ) : null}
        {tab && !compared ? <RaceView key={tab.code} event={tab.code} config={config} /> : null}
      </main>
    </>
  );
}
