import type { ReactNode } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { type RaceConfig, findResultsState } from '#shared/model/race-config.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';

export interface RaceBadgeProps {
  /** The races whose results are shown. */
  readonly events: readonly EventCode[];
  readonly config: RaceConfig | undefined;
}

/** The connection badge, or the state of closed results. */
export function RaceBadge({ events, config }: RaceBadgeProps): ReactNode {
  const { connection, heardMs } = useRace();
  return (
    <ConnectionBadge
      connection={connection}
      heardMs={heardMs}
      pollMs={PUBLIC_POLL_MS}
      results={config && events.length > 0 ? findResultsState(events, config) : 'open'}
    />
  );
}
