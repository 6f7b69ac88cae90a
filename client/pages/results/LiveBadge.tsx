import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

import { useTick } from '../../components/use-tick.ts';
import type { ConnectionState } from '../../live/race-store.ts';
import { useRace } from '../../live/use-race.ts';
import { CONNECTION_NEWS, describeConnection } from './describe-connection.ts';
import styles from './LiveBadge.module.css';

/** A state has to last this long before a screen reader speaks of it. */
const SETTLED_MS = 3_000;

/** Says in words whether the page is live, and how old the data is when it is not. */
export function LiveBadge(): ReactNode {
  const { connection, heardMs } = useRace();
  const nowMs = useTick(connection === 'offline');
  const ageMs = heardMs === undefined ? undefined : Math.max(0, nowMs - heardMs);
  return (
    <>
      <p className={styles.badge} data-state={connection} data-testid="connection">
        <span className={styles.dot} aria-hidden="true" />
        <BadgeWords text={describeConnection(connection, ageMs)} />
      </p>
      <output className="visually-hidden">{CONNECTION_NEWS[useSettled(connection)]}</output>
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
