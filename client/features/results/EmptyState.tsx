import { labelEvent } from '#shared/format/label-event.ts';
import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ReactNode } from 'react';

import { useTick } from '#client/ui/use-tick.ts';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import styles from './EmptyState.module.css';
import { describeStart } from './start-clock.ts';
import type { ResultsTab } from '#client/live/tabs.ts';
import { findGunMs } from '#client/live/tabs.ts';

export interface EmptyStateProps {
  readonly config: RaceConfig;
  /** Undefined when the settings call for no tab. */
  readonly tab: ResultsTab | undefined;
}

/** Shown while there is no row: who is registered and when it starts. */
export function EmptyState({ config, tab }: EmptyStateProps): ReactNode {
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(true);
  const { totals } = useRaceStore().replica.standings;
  const events = EVENTS.slice(0, splitNames(config.distances).length);
  if (!tab) {
    return (
      <div className={styles.card}>
        <h2 className={styles.title}>No results are set up yet</h2>
        <p>
          The distances of this race have not been named. Its results will appear here by
          themselves.
        </p>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>
        {tab.kind === 'event' ? 'Nobody has been seen yet' : `No times for ${tab.label} yet`}
      </h2>
      <p>{describeProgress(findGunMs(tab, config), nowMs + clockOffsetMs, config.timeZone)}</p>
      {events.length > 0 ? (
        <dl className={styles.totals}>
          {events.map((event) => (
            <div key={event} className={styles.total}>
              <dt>{labelEvent(event, config)}</dt>
              <dd>{totals[event]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p className={styles.note}>
        runners are registered. They appear here as they are timed; the search finds them already.
      </p>
    </div>
  );
}

function describeProgress(gunMs: EpochMs | undefined, nowMs: EpochMs, timeZone: string): string {
  if (gunMs === undefined) return 'The start time has not been set yet.';
  const start = describeStart(gunMs, nowMs, timeZone);
  return gunMs > nowMs ? `The start is ${start}.` : `Started ${start}.`;
}
