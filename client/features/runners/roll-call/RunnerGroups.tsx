import { type ReactNode, type RefObject, useId, useMemo } from 'react';

import type { TimePoint } from '#shared/model/time-point.ts';
import { type RowFacts, RunnersTable } from '../RunnersTable.tsx';
import type { RunnerGroup } from './roll-call-view.ts';

export interface RunnerGroupsProps {
  readonly listRef?: RefObject<HTMLDivElement | null>;
  readonly groups: readonly RunnerGroup[];
  readonly listKey: string;
  readonly facts: RowFacts;
  readonly bestId?: string | undefined;
  /** The line about the sweep at a point. */
  readonly renderSweep: (point: TimePoint) => ReactNode;
  readonly onFind?: (() => void) | undefined;
}

export function RunnerGroups(props: RunnerGroupsProps): ReactNode {
  const { groups, listRef } = props;
  const filled = groups.filter(({ rows, from }) => rows.length > 0 || from === undefined);
  const empty = groups.filter((group) => !filled.includes(group));
  return (
    <div ref={listRef} className="stack-10 one-column" data-lists>
      {filled.map((group, at) => (
        <Group key={group.key} {...props} group={group} isFirst={at === 0} />
      ))}
      {empty.length > 0 && filled.length === 0 ? (
        <p className="muted">Nobody to look for.</p>
      ) : null}
      {empty.length === 0 ? null : (
        <details className="unprinted">
          <summary className="touch clickable content-center">
            Empty stretches and their sweeps: {empty.length}
          </summary>
          {empty.map((group) => (
            <Group key={group.key} {...props} group={group} isFirst={false} />
          ))}
        </details>
      )}
    </div>
  );
}

interface GroupProps extends RunnerGroupsProps {
  readonly group: RunnerGroup;
  readonly isFirst: boolean;
}

function Group(props: GroupProps): ReactNode {
  const { group, listKey, bestId, facts, renderSweep, onFind } = props;
  const { key, name, rows: called, from } = group;
  const rows = useMemo(() => called.map(({ runner }) => runner), [called]);
  const headingId = useId();
  const isNotSafe = key === 'out-not-safe';
  return (
    <section
      className={isNotSafe ? '[&_table]:[box-shadow:0_0_0_2px_var(--alert)]' : undefined}
      aria-labelledby={headingId}
    >
      <div className="row between min-h-11 gap-x-3.5 gap-y-0">
        <h2
          id={headingId}
          // On a phone the sweep shares the heading's line, so that the first people are above the fold.
          className={`shrinks anywhere phone:flex-[1_1_40%] ${rows.length === 0 ? 'text-l muted' : 'text-title-s'} ${isNotSafe ? 'text-alert' : ''}`}
        >
          {name} <span className="muted ml-1">{rows.length}</span>
        </h2>
        {from === undefined || from === 'start' ? null : renderSweep(from)}
      </div>
      {rows.length === 0 ? null : (
        <RunnersTable
          columns="called"
          label={name}
          rows={rows}
          listKey={listKey}
          bestId={bestId}
          facts={key === 'contradictions' ? { ...facts, isNamingState: true } : facts}
          opensCard
          isHeadHidden={!props.isFirst}
          onFind={onFind}
        />
      )}
    </section>
  );
}
