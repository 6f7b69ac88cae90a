import { memo, type ReactNode } from 'react';

import {
  type ExpectedTimes,
  findLateness,
  type CalledRunner,
  type Lateness,
  nameContradiction,
} from '#shared/control/roll-call.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { RollCallState } from '#shared/scoring/whereabouts.ts';
import {
  describeContradiction,
  describeDisqualified,
  describeLast,
  nameOrganiser,
  shortTime,
  STATE_NAMES,
} from '#client/organisers/rollcall/describe-called.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import { Only } from '#client/organisers/session/Only.tsx';
import { Button } from '#client/ui/Button.tsx';
import { RunnerReports } from './RunnerReports.tsx';
import { useWorkspace } from './use-workspace.ts';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';

export interface RunnerFactsProps {
  readonly called: CalledRunner;
  readonly times: ExpectedTimes;
  readonly isNamingState: boolean;
}

/** Reports shown in a row; the panel has all of them. */
const MOST_REPORTS = 2;

export const RunnerFacts = memo(function RunnerFacts(props: RunnerFactsProps): ReactNode {
  const { called, times, isNamingState } = props;
  const clock = useRaceClock();
  const { runner, state } = called;
  const disqualified = describeDisqualified(runner, clock);
  const { age, where: last } = describeLast(called, clock);
  const where = isNamingState ? withoutState(last, state) : last;
  const lateness = findLateness(called, times, clock.nowMs);
  const expected = lateness && describeExpected(lateness, called, clock);
  return (
    <>
      <p>
        {isNamingState ? (
          <span className="tag tone-notice semibold mr-1.5">{STATE_NAMES[state]}</span>
        ) : null}
        {age === '' ? null : <strong className="bold">{age} </strong>}
        {where}
        {expected ? (
          <>
            {where === '' ? '' : ' · '}
            {expected.when}{' '}
            <span className={lateness.isOverdue ? 'bold text-alert' : undefined}>
              {expected.late}
            </span>
          </>
        ) : null}
      </p>
      {disqualified ? <p className="semibold">{disqualified}</p> : null}
      <RunnerContacts runner={runner} />
      {called.contradiction ? <Contradiction called={called} /> : null}
      <RunnerReports called={called} most={MOST_REPORTS} />
    </>
  );
});

/** `checked in 09:10` instead of `checked in 09:10, never seen`: the tag of the state says so. */
function withoutState(last: string, state: RollCallState): string {
  const name = STATE_NAMES[state].toLowerCase();
  return last.endsWith(name) ? last.slice(0, -name.length).replace(/, $/, '') : last;
}

/** A contradiction, with buttons to resolve it (RULES.md RC5). */
export function Contradiction({ called }: { readonly called: CalledRunner }): ReactNode {
  const { clock, actions } = useWorkspace();
  const control = useControl();
  const left = control.find({ kind: 'left', subject: nameContradiction(called) });
  const about = <span className="visually-hidden">: {nameRunner(called.runner)}</span>;
  return (
    <div className={`row tag px-2.5 py-0.5 ${left ? 'bg-raised text-muted' : 'tone-alert'}`}>
      <span className="semibold">{describeContradiction(called, clock)}.</span>
      {left ? (
        <span>
          Ignored by {nameOrganiser(left.by, clock.config)} {shortTime(left.atMs, clock)}
        </span>
      ) : (
        <Only right="runners:edit">
          <Button className="unprinted" onClick={() => actions.act(called, 'b')}>
            Put back in the race{about}
          </Button>
        </Only>
      )}
      <Only right="control:write">
        <Button className="unprinted" onClick={() => actions.review(called)}>
          {left ? 'Stop ignoring' : 'Ignore'}
          {about}
        </Button>
      </Only>
    </div>
  );
}

/** `expected Cerrig 13:10`, to the nearest minute (RULES.md XP7), and `115 min late` once that is past. */
function describeExpected(
  { point, expectedMs, lateMs }: Lateness,
  { runner }: CalledRunner,
  clock: RaceClock,
): { readonly when: string; readonly late: string } {
  const minutes = Math.floor(lateMs / MINUTE_MS);
  const at = describePoint(point, clock.config, runner.event);
  return {
    when: `expected ${at} ${shortTime(expectedMs + MINUTE_MS / 2, clock)}`,
    late: minutes < 1 ? '' : `${minutes} min late`,
  };
}
