import type { ReactNode } from 'react';
import type { StatusText } from './describe-runner.ts';
import styles from './StatusCard.module.css';

export interface StatusCardProps {
  readonly status: StatusText;
  readonly children?: ReactNode;
}

export function StatusCard({ status, children }: StatusCardProps): ReactNode {
  const { headline, figure, note } = status;
  return (
    <section className="panel" aria-label={headline}>
      <p className={styles.headline}>{headline}</p>
      {figure === undefined ? null : <p className={styles.figure}>{figure}</p>}
      {note === undefined ? null : <p className="muted">{note}</p>}
      {children}
    </section>
  );
}
