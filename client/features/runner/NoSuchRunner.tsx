import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Starter } from '#shared/model/result.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { FindBox } from '#client/ui/FindBox.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './RunnerPage.module.css';

export interface NoSuchRunnerProps {
  readonly idOrBib: string;
  /** The runners with the bib of the address. */
  readonly candidates: readonly Starter[];
  readonly isListMissing: boolean;
  readonly config: RaceConfig;
}

/** For an address that matches no runner or several: a choice, or a search. */
export function NoSuchRunner(props: NoSuchRunnerProps): ReactNode {
  const { idOrBib, candidates, isListMissing, config } = props;
  const texts = useAllTexts();
  const { runner, find, finding } = texts;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const title = candidates.length > 0 ? runner.several(idOrBib) : runner.nobody(idOrBib);
  useDocumentTitle(title);
  return (
    <main className="page reading">
      <div className="row between unprinted">
        <BackToResults />
      </div>
      <h1 className={styles.problem}>{title}</h1>
      {candidates.length > 0 ? (
        <ul className="plain-list">
          {candidates.map((candidate) => (
            <li key={candidate.runnerId} className={styles.candidate}>
              <RunnerLink runner={candidate} />
              <span className="muted anywhere">
                {joinParts([labelEvent(candidate.events, config), candidate.runClub])}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>{isListMissing ? finding.noStartList : runner.nobodyWhy}</p>
      )}
      <FindBox
        label={find.label}
        text={text}
        onText={setText}
        shown={undefined}
        onEnter={() => void navigate(`/?find=${encodeURIComponent(text.trim())}`)}
      />
    </main>
  );
}
