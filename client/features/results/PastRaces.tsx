import { type ReactNode, useId } from 'react';
import { useFromStandings } from '#client/live/use-standings.ts';
import { Button } from '#client/ui/Button.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { type RaceAt, findPast, findRaceAt } from './race-at.ts';
import styles from './RaceProgress.module.css';

export interface TimeSliderProps {
  readonly events: readonly EventCode[];
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
  /** Undefined for now. */
  readonly atMs: EpochMs | undefined;
  readonly onMove: (atMs: EpochMs | undefined) => void;
}

/** Goes back through the race, minute by minute, from the first start on (SCREENS.md PG8). */
export function TimeSlider({ events, config, nowMs, atMs, onMove }: TimeSliderProps): ReactNode {
  const { past, common } = useAllTexts();
  const id = useId();
  const span = useFromStandings(
    (standings) => standings && findPast(standings, events, nowMs),
    [events, nowMs],
  );
  if (!span || span.minutes < 1) return null;
  const { fromMs, minutes } = span;
  const moment =
    atMs === undefined
      ? past.now
      : past.moment(
          common.dates.clockAt(atMs, nowMs, config.timeZone),
          formatElapsed(atMs - fromMs),
        );
  return (
    <div className={`${styles.past} unprinted`}>
      <label htmlFor={id} className="semibold">
        {past.label}
      </label>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={minutes}
        step={1}
        value={atMs === undefined ? minutes : Math.round((atMs - fromMs) / MINUTE_MS)}
        aria-valuetext={moment}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onMove(valueAsNumber >= minutes ? undefined : fromMs + valueAsNumber * MINUTE_MS)
        }
      />
      <span aria-hidden="true">{moment}</span>
      {atMs === undefined ? null : (
        <Button
          onClick={() => {
            onMove(undefined);
            document.getElementById(id)?.focus();
          }}
        >
          {past.live}
        </Button>
      )}
    </div>
  );
}

/** Each race at a moment: who was where, and who was first at each point. */
export function PastRaces(props: {
  readonly events: readonly EventCode[];
  readonly config: RaceConfig;
  readonly atMs: EpochMs;
}): ReactNode {
  const { events, config, atMs } = props;
  const races = useFromStandings(
    (standings) => (standings ? events.map((event) => findRaceAt(standings, event, atMs)) : []),
    [events, atMs],
  );
  return (
    <ul className={`${styles.races} plain-list`}>
      {races.map((race) => (
        <PastRace key={race.event} race={race} config={config} />
      ))}
    </ul>
  );
}

function PastRace({
  race,
  config,
}: {
  readonly race: RaceAt;
  readonly config: RaceConfig;
}): ReactNode {
  const { progress, past, runner, common, outcome } = useAllTexts();
  const { event, finished, onCourse, out, awaited, starting, points } = race;
  const { rounding } = coursesOf(config).rankingOf(event);
  return (
    <li className={styles.race}>
      <h3 className={styles.name}>{labelEvent(event, config)}</h3>
      <p>{progress.counts(finished, onCourse, out, awaited)}</p>
      <ul className={`${styles.points} plain-list`}>
        {starting > 0 ? (
          <li className={styles.point}>
            <span>{outcome.started}</span>
            <span>{past.onward(starting)}</span>
          </li>
        ) : null}
        {points.map(({ point, count, onward, first }) => (
          <li key={point} className={styles.point}>
            <span>
              {point === 'finish' ? runner.finish : labelCheckpoint(point, config, event)}{' '}
              <b>{count}</b>
            </span>
            <span className="anywhere">
              {[
                first &&
                  past.first(
                    describeName(first.result, common),
                    formatElapsed(first.elapsedMs, rounding),
                  ),
                onward > 0 && past.onward(onward),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
