import type { ResultsState } from '#shared/model/race-config.ts';
import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import { useRace } from '#client/live/race-store.tsx';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import type { ReactNode } from 'react';
import styles from './RaceHeader.module.css';

export interface RaceHeaderProps {
  readonly title: string;
  readonly results: ResultsState;
}

/** A line on top of the other screens: which race it is, and how fresh. */
export function RaceHeader({ title, results }: RaceHeaderProps): ReactNode {
  const { connection, heardMs } = useRace();
  return (
    <header className={styles.race}>
      <p className="shrinks semibold anywhere">{title}</p>
      <ConnectionBadge
        connection={connection}
        heardMs={heardMs}
        pollMs={PUBLIC_POLL_MS}
        results={results}
      />
    </header>
  );
}
