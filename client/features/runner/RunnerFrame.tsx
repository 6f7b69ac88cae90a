import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Starter } from '#shared/model/result.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { findLanguage } from '#client/spectators/chosen-language.ts';
import { FollowButton, FollowClubButton } from '#client/spectators/FollowButton.tsx';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { ShareButton } from '#client/spectators/ShareButton.tsx';
import { findIndex } from '#client/ui/page-history.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import styles from './RunnerPage.module.css';

export interface RunnerFrameProps {
  readonly runner: Starter;
  readonly config: ConfigBody;
  readonly children: ReactNode;
}

/** The frame of every runner's page: header, links, actions and name. */
export function RunnerFrame({ runner, config, children }: RunnerFrameProps): ReactNode {
  const texts = useTexts();
  const heading = useArrival();
  const lang = findLanguage(useLocation().search);
  const name = describeName(runner, texts.common);
  const title = joinParts([name, config.pageTitle]);
  useDocumentTitle(title);
  const isNamed = runner.firstName !== '' || runner.lastName !== '';
  const details = joinParts([
    isNamed && runner.bibNumber && texts.common.bibOf(runner.bibNumber),
    keepWhole(runner.ageGroup),
    runner.runClub,
    labelEvent(runner.events, config),
  ]);
  return (
    <div className="reading">
      <RaceHeader config={config} events={[runner.events]} />
      <main className="page">
        <div className="row between unprinted">
          <BackToResults event={runner.events} />
          <div className={styles.actions}>
            <FollowButton runner={runner} />
            <ShareButton title={title} path={findRunnerPath(runner)} />
          </div>
        </div>
        <div>
          <h1 ref={heading} className={styles.name} tabIndex={-1}>
            {name}
          </h1>
          <p className="muted anywhere">{details}</p>
        </div>
        {children}
        <div className="row unprinted">
          {runner.runClub === '' ? null : <FollowClubButton club={runner.runClub} />}
          {isNamed && config.pastRaces !== undefined ? (
            <a className="pill" href={`/races?${new URLSearchParams({ q: name, lang })}`}>
              {texts.spectators.pastRaces}
            </a>
          ) : null}
        </div>
      </main>
    </div>
  );
}

/** Focuses the name after in-page navigation, which removed the focused link. */
function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const hasCome = findIndex(history.state) !== 0;
    const isFree = document.activeElement === document.body;
    if (hasCome && isFree) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
