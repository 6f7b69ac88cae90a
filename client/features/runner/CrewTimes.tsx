import { type ReactNode, useState } from 'react';
import { nameShortly } from '#client/spectators/describe-wait.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { Outlook } from '#shared/forecast/forecast.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import styles from './CrewTimes.module.css';
import { nameStage } from './list-stages.ts';
import { MOST_DIGITS, keepTravelTime, planDeparture, readTravelTimes } from './travel-times.ts';

export interface CrewTimesProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
  /** The points still ahead. */
  readonly expected: readonly Outlook[];
}

/** Folds out to say when to leave for each point ahead. */
export function CrewTimes(props: CrewTimesProps): ReactNode {
  const texts = useAllTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (props.expected.length === 0) return null;
  return (
    <details
      className={styles.crew}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        {texts.crew.title(nameShortly(props.result, texts))}
      </summary>
      {isOpen ? <Departures {...props} /> : null}
    </details>
  );
}

function Departures({ result, config, nowMs, expected }: CrewTimesProps): ReactNode {
  const texts = useAllTexts();
  const { crew, common } = texts;
  const [times, setTimes] = useState(readTravelTimes);
  const { startedAtMs, events } = result;
  if (startedAtMs === null) return null;
  const name = nameShortly(result, texts);
  const say = (outlook: Outlook, minutes: number): string => {
    const departure = planDeparture(outlook, startedAtMs, minutes, nowMs);
    if (departure.kind === 'now') return crew.leaveNow;
    if (departure.kind === 'late') return crew.tooLate(name);
    return crew.leaveBy(common.dates.clockOn(departure.atMs, nowMs, config.timeZone));
  };
  return (
    <>
      <p className="text-m muted">{crew.why(name)}</p>
      <ul className="panel-list">
        {expected.map((outlook) => {
          const key = `${events} ${outlook.stage}`;
          const minutes = times[key];
          return (
            <li key={key} className="panel-line row between touch">
              <span className={styles.travel}>
                <label className={styles.travel}>
                  <span className="shrinks anywhere">
                    {crew.travel(nameStage(outlook.stage, result, { texts, config }))}
                  </span>{' '}
                  <input
                    className={styles.minutes}
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={MOST_DIGITS}
                    value={minutes ?? ''}
                    onChange={({ currentTarget }) =>
                      setTimes(keepTravelTime(times, key, currentTarget.value))
                    }
                  />
                </label>{' '}
                {crew.minutes}
              </span>{' '}
              {minutes === undefined ? null : (
                <strong className={styles.leave}>→ {say(outlook, minutes)}</strong>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
