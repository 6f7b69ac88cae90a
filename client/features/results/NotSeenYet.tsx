import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import type { ReactNode } from 'react';

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
  if (starters.length === 0) return null;
  const more = starters.length - MOST_SHOWN;
  return (
    <section className={styles.part} aria-labelledby="not-seen">
      <h2 id="not-seen" className={styles.title}>
        {config.closed ? 'Registered, never seen' : 'Registered, not seen yet'}
      </h2>
      <ul className={styles.list}>
        {starters.slice(0, MOST_SHOWN).map((starter) => (
          <li key={starter.runnerId} className={styles.starter} data-starter-id={starter.runnerId}>
            <span className={styles.name}>
              {starter.firstName} {starter.lastName}
            </span>
            <span className={styles.details}>
              {[
                labelEvent(starter.events, config),
                starter.ageGroup,
                starter.bibNumber && `bib\u00A0${starter.bibNumber}`,
                starter.runClub,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.more}>and {more} more: type another letter</p> : null}
    </section>
  );
}
