import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useTick } from '#client/ui/use-tick.ts';
import { readConfig } from '../config/read-config.ts';
import { useCalls } from '../session/use-session.ts';
import { hasStarted } from './has-started.ts';
import styles from './TopBar.module.css';

/** How many are missing; it calls for attention once the race is on, since before that everyone is. */
export function MissingCount({ count }: { readonly count: number }): ReactNode {
  const { data } = useQuery(readConfig(useCalls()));
  const nowMs = useTick(true);
  const isOn = data !== undefined && hasStarted(data, nowMs);
  return (
    <span className={styles.count} data-testid="missing-count" data-quiet={!isOn || undefined}>
      {count}
    </span>
  );
}
