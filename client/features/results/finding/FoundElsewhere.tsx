import type { ReactNode } from 'react';

import { useStandings } from '#client/live/use-standings.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import type { ResultsTab, TabCode } from '#shared/scoring/tabs.ts';
import { FollowButton } from '#client/spectators/FollowButton.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { describeRow } from '../describe-row.ts';
import type { FoundInTab } from './elsewhere.ts';
import styles from './FoundElsewhere.module.css';

export interface FoundElsewhereProps {
  readonly found: readonly FoundInTab[];
  /** Matching runners on the start list without a result. */
  readonly awaited: readonly Starter[];
  readonly config: RaceConfig;
  /** Undefined when rows do not open. */
  readonly onOpen: ((runnerId: string) => void) | undefined;
  readonly onSelect: (code: TabCode) => void;
}

const MOST_AWAITED = 20;

/** Shown below the rows of the tab: matches in other races, and registered runners without a result. */
export function FoundElsewhere(props: FoundElsewhereProps): ReactNode {
  const { found, awaited, config, onOpen, onSelect } = props;
  const { empty, finding } = useTexts();
  const more = awaited.length - MOST_AWAITED;
  return (
    <>
      {found.length > 0 ? (
        <section className={styles.part} aria-labelledby="found-elsewhere">
          <h2 id="found-elsewhere" className={styles.title}>
            {finding.otherRaces}
          </h2>
          <ul className="plain-list lined card">
            {found.flatMap(({ tab, rows }) =>
              rows.map((result) => (
                <FoundRow
                  key={result.runnerId}
                  result={result}
                  tab={tab}
                  config={config}
                  onOpen={onOpen}
                />
              )),
            )}
          </ul>
          {found
            .filter(({ rows, count }) => count > rows.length)
            .map(({ tab, count }) => (
              <button
                key={tab.code}
                className={styles.more}
                type="button"
                onClick={() => onSelect(tab.code)}
              >
                {finding.allIn(count, tab.label)}
              </button>
            ))}
        </section>
      ) : null}
      {awaited.length > 0 ? (
        <section className={styles.part} aria-labelledby="not-seen">
          <h2 id="not-seen" className={styles.title}>
            {config.closed ? finding.neverSeenElsewhere : finding.notSeenElsewhere}
          </h2>
          <ul className="plain-list lined card">
            {awaited.slice(0, MOST_AWAITED).map((starter) => (
              <li key={starter.runnerId} className={styles.row} data-starter-id={starter.runnerId}>
                <Person person={starter} config={config} />
                <FollowButton runner={starter} look="star" />
              </li>
            ))}
          </ul>
          {more > 0 ? <p className={styles.rest}>{empty.more(more)}</p> : null}
        </section>
      ) : null}
    </>
  );
}

interface FoundRowProps extends Pick<FoundElsewhereProps, 'config' | 'onOpen'> {
  readonly result: UnrankedResult;
  readonly tab: ResultsTab;
}

/** A match in another race. */
function FoundRow({ result, tab, config, onOpen }: FoundRowProps): ReactNode {
  const texts = useTexts();
  const standings = useStandings();
  const row = describeRow(result, tab, standings, config, texts);
  const place = Number(row.place);
  const sex = standings.courses.sexOf(result);
  const content = (
    <>
      <Person person={result} config={config} />
      <span className={styles.time}>
        <span>{row.time}</span>
        <span className={styles.details}>
          {row.checkpoint ?? (place > 0 ? texts.common.ordinal(place, sex) : '')}
        </span>
      </span>
    </>
  );
  return (
    <li className={styles.row} data-found-id={result.runnerId}>
      {onOpen ? (
        <button
          className={`${styles.open} clickable`}
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(result.runnerId)}
        >
          {content}
        </button>
      ) : (
        <span className={styles.open}>{content}</span>
      )}
    </li>
  );
}

function Person({
  person,
  config,
}: {
  readonly person: Starter;
  readonly config: RaceConfig;
}): ReactNode {
  const { common } = useTexts();
  const name = describeName(person, common);
  const bib = person.bibNumber === '' ? '' : common.bibOf(person.bibNumber);
  return (
    <span className={styles.person}>
      <span className="semibold">{name}</span>
      <span className={styles.details}>
        {[
          labelEvent(person.events, config),
          keepWhole(person.ageGroup),
          // A private runner's bib is their name.
          bib === name ? '' : bib,
          person.runClub,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}
