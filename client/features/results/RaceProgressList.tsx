import { type ReactNode, useMemo } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { listProgress } from '#client/spectators/race-progress.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import styles from './RaceProgress.module.css';

/** How often an age is updated. */
const AGE_STEP_MS = 10 * SECOND_MS;

/** Each race in numbers: how many are where, how many passed each point, and when its last read was. */
export function RaceProgressList(): ReactNode {
  const { config, clockOffsetMs } = useRace();
  const { progress, common, runner } = useAllTexts();
  const nowMs = Math.floor((useTick(true) + clockOffsetMs) / AGE_STEP_MS) * AGE_STEP_MS;
  const events = useMemo(
    () =>
      config ? listTabs(config).flatMap((tab) => (tab.kind === 'event' ? [tab.code] : [])) : [],
    [config],
  );
  const races = listProgress(useStandings(), events, nowMs, config);
  if (!config) return null;
  return (
    <ul className={`${styles.races} plain-list`}>
      {races.map((race) => {
        const { event } = race;
        return (
          <li key={event} className={styles.race}>
            <h3 className={styles.name}>{labelEvent(event, config)}</h3>
            <p>
              {progress.counts(race.finished, race.onCourse, race.out, race.awaited)}
              {race.byGun > 0 ? ` · ${common.byGun(race.byGun)}` : null}
            </p>
            <ul className={`${styles.points} plain-list`}>
              {race.points.map((one) => {
                const ageMs =
                  one.lastMs === undefined ? undefined : Math.max(0, nowMs - one.lastMs);
                return (
                  <li key={one.point} className={styles.point}>
                    <span>
                      {one.point === 'finish'
                        ? runner.finish
                        : labelCheckpoint(one.point, config, event)}{' '}
                      <b>{one.count}</b>
                    </span>
                    <span>{ageMs === undefined ? '' : common.ago(ageMs)}</span>
                  </li>
                );
              })}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
