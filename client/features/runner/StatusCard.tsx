import type { ReactNode } from 'react';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import type { StatusText } from './describe-runner.ts';
import styles from './StatusCard.module.css';

export interface StatusCardProps {
  readonly status: StatusText;
  readonly children?: ReactNode;
}

export function StatusCard({ status, children }: StatusCardProps): ReactNode {
  const { headline, figure, isRunning = false, expected, note } = status;
  // A clock rendered by the server would be stale when read.
  const isServerRendered = useIsServerRendered();
  return (
    <section className="panel" aria-label={headline}>
      <p className={styles.headline}>{headline}</p>
      {figure === undefined ? null : (
        <p className={styles.figure} {...(isRunning ? { role: 'timer', 'aria-live': 'off' } : {})}>
          {isRunning && isServerRendered ? '\u00A0' : figure}
        </p>
      )}
      {note === undefined ? null : (
        <p className="muted">
          {expected === undefined ? null : <strong className={styles.expected}>{expected}</strong>}{' '}
          {note}
        </p>
      )}
      {children}
    </section>
  );
}
