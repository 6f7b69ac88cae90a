import { type ReactNode, useCallback, useMemo } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { type PointSilence, findSilentPoints } from './point-silence.ts';
import { listProgress } from '#client/spectators/race-progress.ts';
import { type Expect, useForecast } from '#client/spectators/use-forecast.ts';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';
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
  const silent = useSilentPoints(events, nowMs);
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
                const silence = silent?.get(event)?.get(one.point);
                return (
                  <li key={one.point} className={styles.point} data-silent={silence !== undefined}>
                    <span>
                      {one.point === 'finish'
                        ? runner.finish
                        : labelCheckpoint(one.point, config, event)}{' '}
                      <b>{one.count}</b>
                    </span>
                    <span>
                      {silence
                        ? progress.silent(
                            silence,
                            one.lastMs === undefined
                              ? undefined
                              : common.dates.clock(one.lastMs, config.timeZone),
                          )
                        : ageMs === undefined
                          ? ''
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

type Silences = ReadonlyMap<EventCode, ReadonlyMap<StagePoint, PointSilence>>;

function findSilences(
  standings: Standings,
  events: readonly EventCode[],
  expect: Expect,
  nowMs: EpochMs,
): Silences {
  const found = new Map<EventCode, ReadonlyMap<StagePoint, PointSilence>>();
  for (const race of listProgress(standings, events, nowMs)) {
    const rows = standings.listed(race.event);
    found.set(race.event, findSilentPoints(rows, race, expect, nowMs));
  }
  return found;
}

/** Computed whenever the clock or the expected times advance; undefined until then. */
function useSilentPoints(events: readonly EventCode[], nowMs: EpochMs): Silences | undefined {
  const standings = useStandings();
  const expect = useForecast();
  const work = useCallback(
    () => findSilences(standings, events, expect, nowMs),
    [standings, events, expect, nowMs],
  );
  return useWorkedOut(work);
}
