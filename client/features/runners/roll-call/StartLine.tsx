import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useState } from 'react';
import { asRunnerId } from '#shared/model/ids.ts';
import { MAX_NON_STARTERS } from '#shared/wire/control-api.ts';
import {
  type CalledRunner,
  type EventRollCall,
  isByGunAlone,
  isNeverSeen,
} from '#shared/control/roll-call.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';
import { describeEntry } from '#client/organisers/runners/describe-change.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { sortRunners } from './roll-call-view.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface StartLineProps {
  readonly events: readonly EventRollCall[];
  readonly hasStarted: boolean;
}

/** The most boxes rendered; the other runners are set with them. */
const MOST_LISTED = 500;

export function StartLine({ events, hasStarted }: StartLineProps): ReactNode {
  const { clock, actions } = useWorkspace();
  const { config } = clock;
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isAsked, setIsAsked] = useState(false);
  const { setNonStarters } = useReports();
  const everybody = events.flatMap(({ called }) => called);
  // Their gun is later: nobody has to look for them.
  const toStart = everybody.filter(({ state }) => state === 'to-start').length;
  const notSeen = sortRunners(everybody.filter(isNeverSeen));
  const byGunAlone = notSeen.filter(isByGunAlone);
  // Not ticked at first: runners who checked in or started by the gun alone, who have to be looked for.
  const isTicked = (called: CalledRunner): boolean =>
    byHand.get(called.runner.runnerId) ?? !(called.isCheckedIn || isByGunAlone(called));
  const ticked = notSeen.filter(isTicked);
  const chosen = ticked.slice(0, MAX_NON_STARTERS);
  const isAnyKept = ticked.length < notSeen.length;
  return (
    <section className="card stack-12 one-column p-3.5" aria-labelledby="start-line">
      <h2 id="start-line" className="heading">
        Start line
      </h2>
      <DataTable
        label="Start line"
        isPlain
        columns={COLUMNS}
        items={countStatuses(everybody)}
        keyOf={([status]) => status}
        rowClass="tiny:block"
      />
      {toStart > 0 ? (
        <p className="text-m muted">{countOf(toStart, 'runner')} yet to start, not listed here.</p>
      ) : null}
      {notSeen.length === 0 ? (
        <EmptyNote>
          <p>Everyone {toStart > 0 ? 'else ' : ''}with a band was seen or has a status.</p>
        </EmptyNote>
      ) : (
        <>
          <div className="row">
            <h3 className="fills text-title-s">
              Never seen: {notSeen.length}
              {byGunAlone.length > 0 ? `, ${byGunAlone.length} of them started with the gun` : ''}
            </h3>
            <Only right="runners:edit">
              <Button kind="main" disabled={chosen.length === 0} onClick={() => setIsAsked(true)}>
                Set {chosen.length} to DNS
              </Button>
              <Button
                onClick={() =>
                  setByHand(new Map(notSeen.map(({ runner }) => [runner.runnerId, isAnyKept])))
                }
              >
                {isAnyKept ? 'Tick all' : 'Tick none'}
              </Button>
            </Only>
          </div>
          <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-3.5">
            {notSeen.slice(0, MOST_LISTED).map((called) => (
              <li key={called.runner.runnerId}>
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={isTicked(called)}
                    onChange={({ target }) =>
                      setByHand(new Map(byHand).set(called.runner.runnerId, target.checked))
                    }
                  />
                  <span className="anywhere">
                    {nameRunner(called.runner)}{' '}
                    <span className="text-s muted">{describeEntry(called.runner, config)}</span>
                    {isByGunAlone(called) ? (
                      <span className="text-s muted"> not read since the gun</span>
                    ) : null}
                    {called.isCheckedIn ? <strong className="text-s"> checked in</strong> : null}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {notSeen.length > MOST_LISTED ? (
            <p className="text-m muted">
              {notSeen.length - MOST_LISTED} more are not listed, but will be set too.
            </p>
          ) : null}
        </>
      )}
      {isAsked ? (
        <ConfirmDialog
          title={`Set ${countOf(chosen.length, 'runner')} to DNS?`}
          confirmLabel={`Set ${chosen.length} to DNS`}
          kind={hasStarted ? 'main' : 'danger'}
          isReady={chosen.length > 0}
          isBusy={setNonStarters.isPending}
          onConfirm={() => {
            const runnerIds = chosen.map(({ runner }) => asRunnerId(runner.runnerId));
            setNonStarters.mutate(
              { runnerIds },
              {
                onSuccess: (reply) => {
                  setIsAsked(false);
                  actions.finishNonStarters(reply);
                },
              },
            );
          }}
          onCancel={() => setIsAsked(false)}
        >
          <Failure error={setNonStarters.error} />
          {hasStarted ? null : (
            <Banner kind="notice">
              The race has not started yet, so nobody can have been seen.
            </Banner>
          )}
          <p>
            They disappear from every public list. Anyone read or seen in the meantime stays as they
            are, and one press undoes it.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** A status, and how many with it nobody saw, and were seen. */
type StatusRow = readonly [status: string, notSeen: number, seen: number];

const COLUMNS: readonly Column<StatusRow>[] = [
  { head: 'Status', isRowHead: true, className: 'tiny:block', cell: ([status]) => status },
  { head: 'Nobody saw them', className: 'tiny:block', cell: ([, notSeen]) => notSeen },
  { head: 'Seen or read', className: 'tiny:block', cell: ([, , seen]) => seen },
];

function isAbsent({ state }: CalledRunner): boolean {
  return state === 'did-not-start' || state === 'withdrawn';
}

function isDns(called: CalledRunner): boolean {
  return isAbsent(called) || called.contradiction === 'seen-although-dns';
}

/** Without those who have no band or are yet to start. */
function countStatuses(everybody: readonly CalledRunner[]): readonly StatusRow[] {
  const due = everybody.filter(({ state }) => state !== 'no-band' && state !== 'to-start');
  const count = (status: string, fits: (called: CalledRunner) => boolean): StatusRow => {
    const all = due.filter(fits);
    const notSeen = all.filter((called) => isAbsent(called) || isNeverSeen(called)).length;
    return [status, notSeen, all.length - notSeen];
  };
  return [
    count('Checked in', (called) => !isDns(called) && called.isCheckedIn),
    count('Not checked in', (called) => !isDns(called) && !called.isCheckedIn),
    count('DNS', isDns),
  ];
}
