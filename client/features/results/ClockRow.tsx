import type { ResultsState } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import type { ReactNode } from 'react';

import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useTick } from '#client/ui/use-tick.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { useRace } from '#client/live/race-store.tsx';
import styles from './ClockRow.module.css';
import { describeStartClock } from '#client/spectators/start-clock.ts';

export interface ClockRowProps {
  readonly gunMs: EpochMs | undefined;
  readonly timeZone: string;
  /** The organiser's text on another start; a long one is in the masthead. */
  readonly results: ResultsState;
  /** Replaces the clock of a closed race; empty while it is open. */
  readonly closing: string;
  readonly onCourse: number;
}

export function ClockRow(props: ClockRowProps): ReactNode {
  const { gunMs, timeZone, results, closing, onCourse } = props;
  const { clockOffsetMs, connection, heardMs } = useRace();
  const phaseMs = clockOffsetMs - (gunMs ?? 0);
  const nowMs = useTick(gunMs !== undefined, phaseMs) + clockOffsetMs;
  const texts = useTexts();
  const clock = describeStartClock(gunMs, nowMs, {
    timeZone,
    texts,
    closing,
    onCourse,
  });
  // A server-rendered clock would be read later and stand still.
  const isServerRendered = useIsServerRendered();
  return (
    <div className={styles.row}>
      <div className={styles.content}>
        <div className={styles.face}>
          {clock.kind === 'running' && !isServerRendered ? (
            <p className={styles.clock} role="timer" aria-live="off">
              <span className={styles.label}>{clock.label}</span>
              <span className={styles.time}>{clock.time}</span>
            </p>
          ) : null}
          {clock.kind === 'words' ? <p className={styles.words}>{clock.text}</p> : null}
        </div>
        <ConnectionBadge
          connection={connection}
          heardMs={heardMs}
          pollMs={PUBLIC_POLL_MS}
          results={results}
        />
      </div>
    </div>
  );
}
