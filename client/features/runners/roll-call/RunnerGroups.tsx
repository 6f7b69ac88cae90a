import { Only } from '#client/organisers/session/Only.tsx';
import { useMay } from '#client/organisers/session/use-session.ts';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';

import { type ControlEntry, keyOfEntry } from '#shared/model/control-entry.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type CalledRunner, nameContradiction } from '#shared/control/roll-call.ts';
import { Button } from '#client/ui/Button.tsx';
import { nameGroup } from './name-groups.ts';
import type { RunnerGroup } from './roll-call-view.ts';
import {
  ACTIONS,
  type ActionKey,
  offersAction,
  RunnerLine,
  type RunnerLineProps,
} from './RunnerLine.tsx';
import { stepRow, useRowFocus } from './use-row-focus.ts';
import styles from './RunnerGroups.module.css';

export interface RunnerGroupsProps extends Pick<
  RunnerLineProps,
  'times' | 'clock' | 'isNamingRace' | 'onAct'
> {
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly groups: readonly RunnerGroup[];
  readonly isNamingState: boolean;
  readonly control: readonly ControlEntry[];
  readonly byId: ReadonlyMap<string, CalledRunner>;
  /** Whether the sweeper left a point; nothing for a point without one. */
  readonly renderSweep: (point: TimePoint) => ReactNode;
  /** Called with the key of a group past its cut-off, to ask whether they timed out. */
  readonly onTimeOut: (key: string) => void;
  /** Called for the arrow up on the first row. */
  readonly onLeaveTop: () => void;
}

/** The runners under their headings. Arrows go from row to row, and keys act on the focused runner. */
export function RunnerGroups(props: RunnerGroupsProps): ReactNode {
  const { groups, byId, listRef: list, onAct, onLeaveTop } = props;
  useRowFocus(list);
  const may = useMay();
  const filled = groups.filter(({ rows, heading }) => rows.length > 0 || heading.kind !== 'leg');
  const empty = groups.filter((group) => !filled.includes(group));
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = target.closest<HTMLElement>('[data-runner-id]');
    const called = byId.get(row?.dataset['runnerId'] ?? '');
    if (!called || target.closest('dialog')) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const isThere = stepRow(list.current, target, key === 'ArrowDown' ? 1 : -1);
      if (!isThere && key === 'ArrowUp') onLeaveTop();
      return;
    }
    const letter = key.toLowerCase() as ActionKey;
    if (event.repeat || !(letter in ACTIONS) || !offersAction(letter, called, may)) return;
    event.preventDefault();
    onAct(called, { kind: ACTIONS[letter].kind });
  };
  return (
    // The keys belong to the focused row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={styles.groups} onKeyDown={onKeyDown}>
      {filled.map((group) => (
        <Group key={group.key} {...props} group={group} />
      ))}
      {empty.length > 0 && filled.length === 0 ? (
        <p className="muted">Nobody to look for.</p>
      ) : null}
      {empty.length === 0 ? null : (
        <details>
          <summary className={styles.summary}>
            Empty stretches and their sweeps: {empty.length}
          </summary>
          {empty.map((group) => (
            <Group key={group.key} {...props} group={group} />
          ))}
        </details>
      )}
    </div>
  );
}

/** Rows rendered at first, and added by each press on the button below them. */
const FIRST = 30;
const MORE = 200;

function Group(props: RunnerGroupsProps & { readonly group: RunnerGroup }): ReactNode {
  const { group, clock, control, renderSweep } = props;
  const { heading, rows, key } = group;
  const [most, setMost] = useState(FIRST);
  const headingId = `group-${key}`;
  const left = new Map(control.map((entry) => [keyOfEntry(entry), entry]));
  return (
    <section
      className={styles.group}
      data-kind={heading.kind}
      data-empty={rows.length === 0 ? '' : undefined}
      aria-labelledby={headingId}
    >
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          {nameGroup(group, clock)} <span className={styles.count}>{rows.length}</span>
        </h2>
        {heading.kind === 'leg' ? renderSweep(heading.from) : null}
        {heading.kind === 'cut-off' ? (
          <Only right="reports:write">
            <Button onClick={() => props.onTimeOut(key)}>
              {heading.group.isOutByLap ? 'Accounted for…' : 'Timed out…'}
            </Button>
          </Only>
        ) : null}
      </div>
      {rows.length === 0 ? null : (
        <ul className="plain-list lined">
          {rows.slice(0, most).map((called) => (
            <RunnerLine
              key={called.runner.runnerId}
              called={called}
              times={props.times}
              left={left.get(keyOfEntry({ kind: 'left', subject: nameContradiction(called) }))}
              clock={clock}
              isNamingRace={props.isNamingRace}
              isNamingState={props.isNamingState || heading.kind === 'contradictions'}
              onAct={props.onAct}
            />
          ))}
        </ul>
      )}
      {rows.length > most ? (
        <Button onClick={() => setMost(most + MORE)}>
          Show {Math.min(MORE, rows.length - most)} more of {rows.length}
        </Button>
      ) : null}
    </section>
  );
}
