import type { ReactNode } from 'react';

import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useRace } from '#client/live/race-store.tsx';
import { RaceBadge } from '#client/spectators/RaceBadge.tsx';
import { describeStartClock } from '#client/spectators/start-clock.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { describeStateBriefly } from '#shared/format/describe-results-state.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { eventsOf, findGunMs, type ResultsTab } from '#shared/scoring/tabs.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import styles from './ClockRow.module.css';

export interface ClockRowProps {
  readonly config: ConfigBody | undefined;
  readonly tab: ResultsTab | undefined;
}

/** The race clock of a tab, or the state of a closed race, and the connection badge. */
export function ClockRow({ config, tab }: ClockRowProps): ReactNode {
  const { clockOffsetMs } = useRace();
  const texts = useTexts();
  const heardMs = useHeardMoment();
  const gunMs = config && findGunMs(tab, config);
  const nowMs = useTick(gunMs !== undefined, clockOffsetMs - (gunMs ?? 0)) + clockOffsetMs;
  const events = config ? eventsOf(tab, coursesOf(config)) : [];
  const clock = describeStartClock(gunMs, nowMs, {
    timeZone: config?.timeZone ?? 'UTC',
    texts,
    closing: config ? describeStateBriefly(events, config, heardMs, texts) : '',
  });
  // A clock rendered by the server would be stale when read.
  const isServerRendered = useIsServerRendered();
  return (
    <div className={styles.row}>
      <div className={styles.content}>
        {clock.kind === 'running' && !isServerRendered ? (
          <p className={styles.clock} role="timer" aria-live="off">
            <span className={styles.label}>{clock.label}</span>
            <span className={styles.time}>{clock.time}</span>
          </p>
        ) : null}
        {clock.kind === 'text' ? <p className={styles.text}>{clock.text}</p> : null}
        <RaceBadge events={events} config={config} />
      </div>
    </div>
  );
}
