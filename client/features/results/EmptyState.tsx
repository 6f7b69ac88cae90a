import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { ReactNode } from 'react';
import type { Texts } from '#shared/texts/en.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import styles from './EmptyState.module.css';
import { describeStart } from '#client/spectators/start-clock.ts';
import { type ResultsTab, findGunMs } from '#shared/scoring/tabs.ts';
import type { StartList } from '#client/spectators/start-list.ts';

export interface EmptyStateProps {
  readonly config: RaceConfig;
  /** Undefined when the settings call for no tab. */
  readonly tab: ResultsTab | undefined;
}

/** Shown while there are no rows: the entered runners and the time of the start. */
export function EmptyState({ config, tab }: EmptyStateProps): ReactNode {
  const { clockOffsetMs } = useRace();
  const texts = useTexts();
  const { empty } = texts;
  const nowMs = useTick(true);
  const { totals } = useStandings();
  const events = coursesOf(config).events.slice(0, splitNames(config.distances).length);
  if (!tab) {
    return (
      <div className={styles.card}>
        <h2 className={styles.title}>{empty.noTabs}</h2>
        <p>{empty.noTabsYet}</p>
      </div>
    );
  }
  const isEntered = events.some((event) => (totals[event] ?? 0) > 0);
  const gunMs = findGunMs(tab, config);
  const raceNowMs = nowMs + clockOffsetMs;
  return (
    <div className={styles.card} data-before={(gunMs ?? 0) > raceNowMs || undefined}>
      <h2 className={styles.title}>
        {tab.kind === 'event' ? empty.nobodySeen : empty.noTimes(tab.label)}
      </h2>
      <p className={styles.start}>{describeProgress(gunMs, raceNowMs, config.timeZone, texts)}</p>
      {isEntered ? (
        <>
          <h3 className={styles.registered}>{empty.registered}</h3>
          <dl className={styles.totals}>
            {events.map((event) => (
              <div key={event} className={styles.total}>
                <dt>{labelEvent(event, config)}</dt>
                <dd>{totals[event] ?? 0}</dd>
              </div>
            ))}
          </dl>
          <p className="text-m">{empty.willAppear}</p>
        </>
      ) : (
        <p className="text-m">{empty.nobodyEntered}</p>
      )}
    </div>
  );
}

function describeProgress(
  gunMs: EpochMs | undefined,
  nowMs: EpochMs,
  timeZone: string,
  texts: Texts,
): string {
  const { clock } = texts;
  if (gunMs === undefined) return clock.noStart;
  const start = describeStart(gunMs, nowMs, timeZone, texts);
  return gunMs > nowMs ? clock.willStart(start) : clock.hasStarted(start);
}

interface NoMatchProps {
  readonly text: string;
  /** The list in which runners not seen yet are searched for. */
  readonly startList: StartList;
  readonly onClear: () => void;
}

/** Shown when nobody is found at all. */
export function NoMatch(props: NoMatchProps): ReactNode {
  const { text, startList, onClear } = props;
  const { empty } = useTexts();
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{empty.noMatch(text.trim())}</h2>
      <p>{describeNobody(startList, empty)}</p>
      <button className={styles.button} type="button" onClick={onClear}>
        {empty.showEveryone}
      </button>
    </div>
  );
}

function describeNobody({ starters, hasFailed }: StartList, words: Texts['empty']): string {
  if (starters) return words.nowhere;
  return hasFailed ? words.noStartList : words.looking;
}
