import { type ReactNode, useEffect, useState } from 'react';

import type { ResultsState } from '#shared/model/race-config.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { ConnectionState } from '#client/live/feed.ts';
import styles from './ConnectionBadge.module.css';
import {
  type BadgeState,
  chooseBadge,
  describeConnection,
  describeConnectionNews,
} from './describe-connection.ts';
import { useTexts } from './use-texts.ts';
import { useTick } from './use-tick.ts';

export interface ConnectionBadgeProps {
  readonly connection: ConnectionState;
  /** When the server was last heard, by this browser's clock. */
  readonly heardMs: EpochMs | undefined;
  /** How often the page polls the state that is not pushed. */
  readonly pollMs: DurationMs;
  readonly results?: ResultsState;
}

/** A state has to last this long before a screen reader announces it. */
const SETTLED_MS = 3_000;

/** Says in words whether the page is live, and how old the data is when it is not. */
export function ConnectionBadge(props: ConnectionBadgeProps): ReactNode {
  const { connection, heardMs, pollMs, results = 'open' } = props;
  const words = useTexts().connection;
  const state = chooseBadge(connection, results);
  const nowMs = useTick(state === 'offline' || state === 'catching-up');
  const news = describeConnectionNews(useSettled(state), pollMs, words);
  const ageMs = heardMs === undefined ? undefined : Math.max(0, nowMs - heardMs);
  return (
    <>
      <p className={styles.badge} data-state={state} data-testid="connection">
        <span className={styles.dot} aria-hidden="true" />
        <BadgeWords text={describeConnection(state, pollMs, ageMs, words)} />
      </p>
      <output className="visually-hidden">{news}</output>
    </>
  );
}

/** Breaks only at the dot. */
function BadgeWords({ text }: { readonly text: string }): ReactNode {
  const [state, ...rest] = text.split(' · ');
  return (
    <span>
      {state}
      {rest.length > 0 ? ' · ' : ''}
      <span className="nowrap">{rest}</span>
    </span>
  );
}

/** Debounced, so that a brief reconnect is not announced. */
function useSettled(state: BadgeState): BadgeState {
  const [settled, setSettled] = useState<BadgeState>('catching-up');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return settled;
}
