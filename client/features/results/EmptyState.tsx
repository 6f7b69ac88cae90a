import { listEvents } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ReactNode } from 'react';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import styles from './EmptyState.module.css';
import { type ResultsTab, findGunMs } from '#shared/scoring/tabs.ts';
import type { StartList } from '#client/spectators/start-list.ts';

export interface EmptyStateProps {
  readonly config: RaceConfig;
  /** Undefined if the settings define no tab. */
  readonly tab: ResultsTab | undefined;
}

/** Shown while there are no rows: the start time, and whether anybody is entered. */
export function EmptyState({ config, tab }: EmptyStateProps): ReactNode {
  const { clockOffsetMs } = useRace();
  const texts = useTexts();
  const { empty, clock } = texts;
  const nowMs = useTick(true) + clockOffsetMs;
  const { totals } = useStandings();
  if (!tab) {
    return (
      <div className={styles.card}>
        <h2 className={styles.title}>{empty.noTabs}</h2>
      </div>
    );
  }
  const isEntered = listEvents(config).some((event) => (totals[event] ?? 0) > 0);
  const gunMs = findGunMs(tab, config);
  const start = gunMs && texts.common.dates.clockAt(gunMs, nowMs, config.timeZone);
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>
        {start === undefined
          ? clock.noStart
          : gunMs && gunMs > nowMs
            ? clock.starts(start)
            : clock.started(start)}
      </h2>
      <p>{empty.nobodySeen}</p>
      <p className="text-m">{isEntered ? empty.willAppear : empty.nobodyEntered}</p>
    </div>
  );
}

interface NoMatchProps {
  readonly text: string;
  /** Searched for runners without a result. */
  readonly startList: StartList;
  readonly onClear: () => void;
}

/** Shown when a search matches nobody. */
export function NoMatch({ text, startList, onClear }: NoMatchProps): ReactNode {
  const { empty, finding } = useTexts();
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{empty.noMatch(text.trim())}</h2>
      <p>
        {startList.starters
          ? empty.nowhere
          : startList.hasFailed
            ? finding.noStartList
            : empty.looking}
      </p>
      <button className={styles.button} type="button" onClick={onClear}>
        {empty.showEveryone}
      </button>
    </div>
  );
}
