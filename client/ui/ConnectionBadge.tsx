import type { ReactNode } from 'react';

import type { ResultsState } from '#shared/model/race-config.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { ConnectionState } from '#client/live/feed.ts';
import styles from './ConnectionBadge.module.css';
import { chooseBadge, describeConnection } from './describe-connection.ts';
import { useSettled } from './use-settled.ts';
import { useTexts } from './use-texts.ts';
import { useTick } from './use-tick.ts';

export interface ConnectionBadgeProps {
  readonly connection: ConnectionState;
  /** When data last arrived from the server, by this browser's clock. */
  readonly heardMs: EpochMs | undefined;
  /** The interval of polling. */
  readonly pollMs: DurationMs;
  readonly results?: ResultsState;
}

/** A state is announced to screen readers once it has lasted this long: a brief reconnect is not. */
const SETTLED_MS = 3_000;

/** Whether the page is live, and otherwise how old its data is. */
export function ConnectionBadge(props: ConnectionBadgeProps): ReactNode {
  const { connection, heardMs, pollMs, results = 'open' } = props;
  const words = useTexts().connection;
  const state = chooseBadge(connection, results);
  const nowMs = useTick(state === 'offline' || state === 'catching-up');
  const settled = useSettled(state, SETTLED_MS, 'catching-up');
  const ageMs = heardMs === undefined ? undefined : Math.max(0, nowMs - heardMs);
  return (
    <>
      <p className={styles.badge} data-state={state} data-testid="connection">
        <span className={styles.dot} aria-hidden="true" />
        <BadgeText text={describeConnection(state, pollMs, ageMs, words)} />
      </p>
      <output className="visually-hidden">
        {settled === 'catching-up' ? '' : describeConnection(settled, pollMs, undefined, words)}
      </output>
    </>
  );
}

/** Line breaks only at the dot. */
function BadgeText({ text }: { readonly text: string }): ReactNode {
  const [state, ...rest] = text.split(' · ');
  return (
    <span>
      {state}
      {rest.length > 0 ? ' · ' : ''}
      <span className="nowrap">{rest}</span>
    </span>
  );
}
