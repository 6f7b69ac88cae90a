import { Only } from '#client/organisers/session/Only.tsx';
import { useMay } from '#client/organisers/session/use-session.ts';
import type { Right } from '#shared/wire/rights.ts';
import { memo, type ReactNode } from 'react';

import type { ControlEntry } from '#shared/model/control-entry.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { type ExpectedTimes, findLateness } from '#shared/control/lateness.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import { Button } from '#client/ui/Button.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import {
  describeDisqualified,
  describeContradiction,
  describeLast,
  nameOrganiser,
  type RollCallClock,
  shortTime,
  STATE_NAMES,
} from '#client/organisers/rollcall/describe-called.ts';
import { RunnerReports } from '../RunnerReports.tsx';
import type { RowAction } from '../use-roll-call-actions.ts';
import { describeExpected } from './name-groups.ts';
import styles from './RunnerLine.module.css';

/** The actions on a runner by their key on the focused row. */
export const ACTIONS = {
  c: { name: 'Check in', kind: 'checked-in' },
  x: { name: 'Safe', kind: 'safe' },
  s: { name: 'Seen', kind: 'seen' },
  r: { name: 'Retired', kind: 'stopped' },
  f: { name: 'Finished', kind: 'finished' },
  w: { name: 'Withdrawn', kind: 'withdrawn' },
  n: { name: 'Note', kind: 'note' },
} as const;
export type ActionKey = keyof typeof ACTIONS;
const KEYS = Object.keys(ACTIONS) as readonly ActionKey[];

/**
 * Safe is for runners who are out, or in by laps alone and no longer racing. A finish is typed into the form. A runner
 * who was never seen can be checked in or withdrawn.
 */
export function offersAction(
  key: ActionKey,
  { state, isCheckedIn, isInByLaps }: CalledRunner,
  may: (right: Right) => boolean,
): boolean {
  if (!may(key === 'f' || key === 'c' ? 'runners:edit' : 'reports:write')) return false;
  const isNotSeen = state === 'never-seen' || state === 'to-start' || state === 'no-band';
  if (key === 'c') return isNotSeen && !isCheckedIn;
  if (key === 'w') return isNotSeen || state === 'did-not-start';
  return key !== 'x' || isInByLaps || state === 'out-not-safe' || state === 'out-safe';
}

export interface RunnerLineProps {
  readonly called: CalledRunner;
  readonly times: ExpectedTimes;
  /** The contradiction was reviewed and accepted. */
  readonly left: ControlEntry | undefined;
  readonly clock: RollCallClock;
  /** Several races are shown. */
  readonly isNamingRace: boolean;
  readonly isNamingState: boolean;
  readonly onAct: (called: CalledRunner, action: RowAction) => void;
}

/** One runner: the last place, the expected one, the telephone numbers, and the actions. */
export const RunnerLine = memo(function RunnerLine(props: RunnerLineProps): ReactNode {
  const { called, times, clock, onAct } = props;
  const may = useMay();
  const { runner, state } = called;
  const { config } = clock;
  const disqualified = describeDisqualified(runner, clock);
  const last = describeLast(called, clock);
  const lateness = findLateness(called, times, clock.nowMs);
  const expected = lateness && describeExpected(lateness, called, clock);
  const about = [
    runner.category,
    props.isNamingRace ? labelEvent(runner.event, config) : '',
    runner.runClub,
  ];
  return (
    <li className={styles.line} data-runner-id={runner.runnerId} data-state={state}>
      <button
        type="button"
        className={styles.who}
        aria-label={`Open ${nameRunner(runner)}`}
        onClick={() => onAct(called, { kind: 'open' })}
      >
        <span className={styles.bib}>{runner.bibNumber || '–'}</span>
        <span className="fills anywhere">
          <strong className="bold">
            <bdi>{`${runner.firstName} ${runner.lastName}`.trim() || 'No name'}</bdi>
          </strong>{' '}
          <span className="text-m muted">{about.filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <div className={styles.facts}>
        <p>
          {props.isNamingState ? <span className={styles.state}>{STATE_NAMES[state]}</span> : null}
          {last.age === '' ? null : <strong className="bold">{last.age} </strong>}
          {last.where}
          {expected ? (
            <>
              {last.where === '' ? '' : ' · '}
              {expected.when}{' '}
              <span className={lateness.isOverdue ? styles.late : undefined}>{expected.late}</span>
            </>
          ) : null}
        </p>
        {disqualified ? <p className="semibold">{disqualified}</p> : null}
        <RunnerContacts runner={runner} isNoteFolded />
        <Contradiction {...props} />
        <RunnerReports
          called={called}
          clock={clock}
          onTakeBack={(report) => onAct(called, { kind: 'undo', report })}
        />
      </div>
      <div className={styles.actions}>
        {KEYS.filter((key) => offersAction(key, called, may)).map((key) => {
          const { name, kind } = ACTIONS[key];
          return (
            <button
              key={key}
              type="button"
              className={styles.action}
              aria-keyshortcuts={key}
              aria-label={`${name}: ${nameRunner(runner)}`}
              onClick={() => onAct(called, { kind })}
            >
              {name} <kbd className={styles.key}>{key.toUpperCase()}</kbd>
            </button>
          );
        })}
      </div>
    </li>
  );
});

/** A contradiction, and what can be done about it (RULES.md RC5). */
function Contradiction({ called, left, clock, onAct }: RunnerLineProps): ReactNode {
  if (!called.contradiction) return null;
  const about = <span className="visually-hidden">: {nameRunner(called.runner)}</span>;
  return (
    <div className={styles.contradiction} data-left={left ? '' : undefined}>
      <span className="semibold">{describeContradiction(called, clock)}.</span>
      {left ? (
        <span>
          Ignored by {nameOrganiser(left.by)} {shortTime(left.atMs, clock)}
        </span>
      ) : (
        <Only right="runners:edit">
          <Button onClick={() => onAct(called, { kind: 'put-back' })}>
            Put back in the race{about}
          </Button>
        </Only>
      )}
      <Only right="control:write">
        <Button onClick={() => onAct(called, { kind: left ? 'look-again' : 'leave' })}>
          {left ? 'Stop ignoring' : 'Ignore'}
          {about}
        </Button>
      </Only>
    </div>
  );
}
