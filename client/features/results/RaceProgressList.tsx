import { type ReactNode, useCallback, useMemo } from 'react';
import { useRace } from '#client/live/RaceProvider.tsx';
import { useInStep } from '#client/live/use-in-step.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { RaceTracker, isSilent } from '#client/spectators/race-progress.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import styles from './RaceProgress.module.css';

/** How long ago something was is told anew this often. */
const AGE_STEP_MS = 10 * SECOND_MS;

/** Each race in numbers: who is where, how many passed each point, and when it was last heard of. */
export function RaceProgressList(): ReactNode {
  const { config, clockOffsetMs } = useRace();
  const { progress, common, commentary } = useTexts();
  const nowMs = Math.floor((useTick(true) + clockOffsetMs) / AGE_STEP_MS) * AGE_STEP_MS;
  const events = useMemo(
    () =>
      config ? listTabs(config).flatMap((tab) => (tab.kind === 'event' ? [tab.code] : [])) : [],
    [config],
  );
  const races = useInStep(useCallback((all) => new RaceTracker(all, events), [events]));
  if (!config) return null;
  return (
    <ul className={styles.races}>
      {races
        .read()
        .list(nowMs, config)
        .map((race) => {
          const { event } = race;
          return (
            <li key={event} className={styles.race}>
              <h3 className={styles.name}>{labelEvent(event, config)}</h3>
              <p>
                {progress.counts(race.finished, race.onCourse, race.out, race.unseen)}
                {race.byGun > 0 ? ` · ${common.byGun(race.byGun)}` : null}
              </p>
              <ul className={styles.points}>
                {race.points.map((one) => {
                  const ageMs =
                    one.lastMs === undefined ? undefined : Math.max(0, nowMs - one.lastMs);
                  return (
                    <li key={one.point} className={styles.point} data-silent={isSilent(one, nowMs)}>
                      <span>
                        {one.point === 'finish'
                          ? commentary.finish
                          : labelCheckpoint(one.point, config, event)}{' '}
                        <b>{one.count}</b>
                      </span>
                      <span>
                        {ageMs === undefined
                          ? ''
                          : isSilent(one, nowMs)
                            ? progress.silent(common.age(ageMs))
                            : common.ago(ageMs)}
                      </span>
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
