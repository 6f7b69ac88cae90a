import type { ReactNode } from 'react';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { RaceBadge } from './RaceBadge.tsx';
import styles from './RaceHeader.module.css';

export interface RaceHeaderProps {
  readonly config: RaceConfig;
  /** The races whose results are shown. */
  readonly events: readonly EventCode[];
}

/** The header of the screens other than the results. */
export function RaceHeader({ config, events }: RaceHeaderProps): ReactNode {
  return (
    <header className={styles.race}>
      <p className="shrinks semibold anywhere">{config.pageTitle}</p>
      <RaceBadge events={events} config={config} />
    </header>
  );
}
