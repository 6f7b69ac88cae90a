import { describeName } from '#shared/format/describe-name.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import type { ReactNode } from 'react';

import { useTexts } from '#client/ui/use-texts.ts';
import styles from './NotSeenYet.module.css';

export interface NotSeenYetProps {
  /** Who was sought and is registered, but in no results. */
  readonly starters: readonly Starter[];
  readonly config: RaceConfig;
}

/** More than these are no answer to a search. */
const MOST_SHOWN = 20;

/** Under what a search finds in the results: who is registered and was not seen so far. */
export function NotSeenYet({ starters, config }: NotSeenYetProps): ReactNode {
  const { common, empty } = useTexts();
  if (starters.length === 0) return null;
  const more = starters.length - MOST_SHOWN;
  return (
    <section className={styles.part} aria-labelledby="not-seen">
      <h2 id="not-seen" className={styles.title}>
        {config.closed ? empty.neverSeen : empty.notSeenYet}
      </h2>
      <ul className={styles.list}>
        {starters.slice(0, MOST_SHOWN).map((starter) => (
          <li key={starter.runnerId} className={styles.starter} data-starter-id={starter.runnerId}>
            <span className={styles.name}>{describeName(starter, common)}</span>
            <span className={styles.details}>
              {[
                labelEvent(starter.events, config),
                starter.ageGroup,
                starter.bibNumber && common.bibOf(starter.bibNumber),
                starter.runClub,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.more}>{empty.more(more)}</p> : null}
    </section>
  );
}
