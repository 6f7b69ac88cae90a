import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { ConnectionState } from '../live/race-store.ts';
import styles from './ConnectionBadge.module.css';
import { describeConnection, describeConnectionNews } from './describe-connection.ts';
import { useTick } from './use-tick.ts';

export interface ConnectionBadgeProps {
  readonly connection: ConnectionState;
  /** When the server was last heard, on this browser's clock. */
  readonly heardMs: EpochMs | undefined;
  /** How often is fetched what cannot be pushed. */
  readonly pollMs: DurationMs;
}

/** A state has to last this long before a screen reader speaks of it. */
const SETTLED_MS = 3_000;

/** Says in words whether the page is live, and how old the data is when it is not. */
export function ConnectionBadge({ connection, heardMs, pollMs }: ConnectionBadgeProps): ReactNode {
  const nowMs = useTick(connection === 'offline');
  const news = describeConnectionNews(useSettled(connection), pollMs);
  const ageMs = heardMs === undefined ? undefined : Math.max(0, nowMs - heardMs);
  return (
    <>
      <p className={styles.badge} data-state={connection} data-testid="connection">
        <span className={styles.dot} aria-hidden="true" />
        <BadgeWords text={describeConnection(connection, pollMs, ageMs)} />
      </p>
      <output className="visually-hidden">{news}</output>
    </>
  );
}

/** Breaks at the dot, if at all. */
function BadgeWords({ text }: { readonly text: string }): ReactNode {
  const [state, ...rest] = text.split(' · ');
  return (
    <span className={styles.words}>
      {state}
      {rest.length > 0 ? ' · ' : ''}
      <span className={styles.age}>{rest}</span>
    </span>
  );
}

/** The state once it has lasted: a moment of catching up is not worth an interruption. */
function useSettled(connection: ConnectionState): ConnectionState {
  const [settled, setSettled] = useState<ConnectionState>('catching-up');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(connection);
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [connection]);
  return settled;
}
