import type { ReactNode } from 'react';

import styles from './RowTime.module.css';

export interface RowTimeProps {
  readonly time: string;
  readonly checkpoint: string | undefined;
}

/** `2:41:07`, or `Foel Eryr 1:02:33` (RULES.md CP4), on two lines. */
export function RowTime({ time, checkpoint }: RowTimeProps): ReactNode {
  if (checkpoint === undefined) return time;
  return (
    <>
      <span className={styles.checkpoint}>{checkpoint}</span> <span>{time}</span>
    </>
  );
}
