import type { ReactNode } from 'react';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import layout from './layout.module.css';
import styles from './ServerClock.module.css';
import { describeMoment, describeSpan } from '#client/organisers/texts/start-text.ts';

/** A computer's clock that is off by this much is worth a note. */
const WORTH_TELLING_MS = 2 * MINUTE_MS;

export interface ServerClockProps {
  /** Undefined while unknown. */
  readonly timeZone: string | undefined;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  /** How far the server's clock is ahead of this computer's. */
  readonly offsetMs: DurationMs;
}

/** The server's clock in the time zone of the race; starts are taken from it. */
export function ServerClock({ timeZone, nowMs, offsetMs }: ServerClockProps): ReactNode {
  const wrongByMs = Math.round(Math.abs(offsetMs) / MINUTE_MS) * MINUTE_MS;
  return (
    <div className={styles.clock}>
      <p className="text-s bold muted anywhere">
        Server’s clock{timeZone ? ` in ${timeZone}` : ''}
      </p>
      <p className="bold" role="timer" aria-live="off" data-testid="server-clock">
        {timeZone ? describeMoment(nowMs, timeZone) : '–'}
      </p>
      {wrongByMs >= WORTH_TELLING_MS ? (
        <p className={layout.note}>
          This computer’s clock is {describeSpan(wrongByMs)} {offsetMs > 0 ? 'behind' : 'ahead'}.
          Only the server’s clock counts.
        </p>
      ) : null}
    </div>
  );
}
