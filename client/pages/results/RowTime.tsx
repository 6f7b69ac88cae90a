import type { ReactNode } from 'react';

import styles from './ResultList.module.css';

export interface RowTimeProps {
  readonly time: string;
  readonly checkpoint: string | undefined;
}

/** `2:41:07`, or `CP3 1:02:33` (CONTRACT 4), which a narrow column writes on two lines. */
export function RowTime({ time, checkpoint }: RowTimeProps): ReactNode {
  if (checkpoint === undefined) return time;
  return (
    <>
      <span className={styles.checkpoint}>{checkpoint}</span> <span>{time}</span>
    </>
  );
}
