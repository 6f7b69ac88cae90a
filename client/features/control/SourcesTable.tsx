import type { ReactNode } from 'react';

import type { EpochMs } from '#shared/model/time.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import {
  describeClock,
  describePace,
  type SourceState,
} from '#client/organisers/reads/list-sources.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { Link } from '#client/ui/Link.tsx';
import { shortTime, type RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP, ROW_HEADER, TABLE } from '#client/ui/table-roles.ts';
import styles from './SourcesTable.module.css';

export interface SourcesTableProps {
  readonly sources: readonly SourceState[] | undefined;
  readonly context: RollCallClock;
}

/** Whether each source reads, and by what clock. */
export function SourcesTable({ sources, context }: SourcesTableProps): ReactNode {
  const may = useMay();
  return (
    <section className={styles.section} aria-labelledby="sources">
      <div className="row between">
        <h2 id="sources" className={styles.heading}>
          Sources
        </h2>
        {may('race:run') ? (
          <span className="flow">
            <Link className="link" to={ORGANISERS_SCREENS.readers}>
              Readers
            </Link>
            <Link className="link" to={ORGANISERS_SCREENS.health}>
              Health
            </Link>
          </span>
        ) : null}
      </div>
      {sources?.length === 0 ? <p className="muted">Nothing has been read yet.</p> : null}
      {sources ? null : <output>Loading...</output>}
      {sources && sources.length > 0 ? (
        <table className={styles.table} {...TABLE}>
          <thead {...ROW_GROUP}>
            <tr {...ROW}>
              <th {...COLUMN_HEADER}>Name</th>
              <th {...COLUMN_HEADER}>Last read</th>
              <th {...COLUMN_HEADER}>Reads/min</th>
              <th {...COLUMN_HEADER}>Clock</th>
            </tr>
          </thead>
          <tbody {...ROW_GROUP}>
            {sources.map((each) => (
              <SourceRow key={each.source} {...each} context={context} />
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

function SourceRow(props: SourceState & Pick<SourcesTableProps, 'context'>): ReactNode {
  const { source, points, lastMs, perMinute, battery, silentMs, context } = props;
  const { clock } = props;
  const { nowMs } = context;
  return (
    <tr {...ROW}>
      <th {...ROW_HEADER}>
        <Link
          className={styles.source}
          to={`${ORGANISERS_SCREENS.reads}?${new URLSearchParams({ source })}`}
        >
          {source}
        </Link>
        <span className={styles.points}>
          {points.map((point) => describePoint(point, context.config)).join(', ')}
        </span>
        {battery ? (
          <span className={styles.points} data-alarm={battery.isLow || undefined}>
            battery {battery.text}
            {battery.isLow ? ', low' : ''}
          </span>
        ) : null}
      </th>
      <td {...CELL} data-alarm={silentMs !== undefined || undefined}>
        <span className={styles.word}>last read </span>
        {lastMs === undefined ? 'nothing yet' : `${describeAgo(lastMs, nowMs)} ago`}
        {silentMs === undefined ? null : (
          <span className="block">silent since {shortTime(silentMs, context)}</span>
        )}
      </td>
      <td {...CELL}>
        {describePace(perMinute)}
        <span className={styles.word}> a minute</span>
      </td>
      <td {...CELL} data-alarm={clock !== undefined || undefined}>
        <span className={styles.word}>clock </span>
        {describeClock(props)}
      </td>
    </tr>
  );
}

function describeAgo(atMs: EpochMs, nowMs: EpochMs): string {
  return describeSpan(Math.max(0, nowMs - atMs));
}
