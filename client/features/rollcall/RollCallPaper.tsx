import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { CalledRunner, EventRollCall } from '#client/organisers/rollcall/roll-call.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { usePrintedMs } from '#client/ui/use-printed-range.ts';
import {
  describeLast,
  describeReport,
  nameGroup,
  nameOf,
  type RollCallClock,
  shortTime,
  STATE_NAMES,
} from './describe-called.ts';
import { groupRunners, type RunnerGroup } from './roll-call-view.ts';
import styles from './RollCallPaper.module.css';

export interface RollCallPaperProps {
  readonly events: readonly EventRollCall[];
  readonly clock: RollCallClock;
  /** The last change of the race that is known here. */
  readonly version: number | undefined;
}

/** More rows than this fill more paper than anyone wants, and stop the browser for seconds. */
const MOST_PRINTED = 5_000;

/**
 * The whole roll-call on paper, whatever is looked at on the screen: who is out and not safe, who is on course, who was
 * never seen, and how many are where (SCREENS.md SX11). It is made when the page is printed.
 */
export function RollCallPaper(props: RollCallPaperProps): ReactNode {
  return usePrintedMs() === undefined ? null : <Paper {...props} />;
}

function Paper({ events, clock, version }: RollCallPaperProps): ReactNode {
  const choice = { control: [], unseenMinutes: 90, nowMs: clock.nowMs } as const;
  const groups = [
    ...groupRunners(events, { ...choice, shown: 'out-not-safe' }),
    ...groupRunners(events, { ...choice, shown: 'on-course' }),
    ...groupRunners(events, { ...choice, shown: 'never-seen' }),
  ].filter(({ rows }) => rows.length > 0);
  let room = MOST_PRINTED;
  const printed = groups.map((group) => {
    const rows = group.rows.slice(0, room);
    room -= rows.length;
    return { ...group, rows };
  });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className={styles.paper}>
      <p>
        {count} to be looked for or never seen; as of change {version ?? 'not known'} of the race.
      </p>
      {printed.map((group) => (
        <GroupOnPaper key={group.key} group={group} clock={clock} />
      ))}
      {count > MOST_PRINTED ? <p>Only the first {MOST_PRINTED} are printed.</p> : null}
      <Counts events={events} clock={clock} />
    </div>
  );
}

function GroupOnPaper({
  group,
  clock,
}: {
  readonly group: RunnerGroup;
  readonly clock: RollCallClock;
}): ReactNode {
  return (
    <table className={`${styles.table} ${styles.people}`}>
      <caption>
        {nameGroup(group, clock.config)}: {group.rows.length}
      </caption>
      <thead>
        <tr>
          {['Bib', 'Name', 'Last seen', 'Phone', 'Emergency contact', 'Last report', 'Here'].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {group.rows.map((called) => (
          <RowOnPaper key={called.runner.runnerId} called={called} clock={clock} />
        ))}
      </tbody>
    </table>
  );
}

function RowOnPaper({
  called,
  clock,
}: {
  readonly called: CalledRunner;
  readonly clock: RollCallClock;
}): ReactNode {
  const { runner, reports } = called;
  const [report] = reports;
  const { age, where } = describeLast(called, clock);
  return (
    <tr>
      <td className={styles.bib}>{runner.bibNumber}</td>
      <td>
        {runner.firstName} {runner.lastName}, {runner.category},{' '}
        {labelEvent(runner.event, clock.config)}
      </td>
      <td>{[where, age].filter(Boolean).join(', ')}</td>
      <td>{runner.mobileNumber}</td>
      <td>{runner.emergencyContact}</td>
      <td>
        {report
          ? `${shortTime(report.atMs, clock)} ${nameOf(report.by)}: ${describeReport(
              report,
              (point) => describePoint(point, clock.config, runner.event),
            )}`
          : ''}
      </td>
      <td className={styles.tick}>☐</td>
    </tr>
  );
}

const COUNTED = ['started', 'finished', 'out-safe', 'out-not-safe', 'on-course'] as const;
const OTHERS = ['never-seen', 'did-not-start', 'no-band'] as const;

/** How many are where, by race: those who started add up. */
function Counts({
  events,
  clock,
}: {
  readonly events: readonly EventRollCall[];
  readonly clock: RollCallClock;
}): ReactNode {
  return (
    <table className={styles.table}>
      <caption>How many</caption>
      <thead>
        <tr>
          <th scope="col">Race</th>
          {[...COUNTED, ...OTHERS].map((state) => (
            <th key={state} scope="col">
              {state === 'started' ? 'Started' : STATE_NAMES[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map(({ event, counts }) => (
          <tr key={event}>
            <th scope="row">{labelEvent(event, clock.config)}</th>
            {[...COUNTED, ...OTHERS].map((state) => (
              <td key={state}>{counts[state]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
