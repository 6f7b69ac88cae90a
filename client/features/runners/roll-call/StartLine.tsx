import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useState } from 'react';
import { asRunnerId } from '#shared/model/ids.ts';
import { MAX_NON_STARTERS } from '#shared/wire/control-api.ts';
import { type CalledRunner, type EventRollCall, isByGunAlone } from '#shared/control/roll-call.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { StatusMessage } from '../status-message.ts';
import { useCheckIn } from '../use-check-in.ts';
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
import type { RollCallCounts, RollCallState } from '#shared/scoring/whereabouts.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface StartLineProps {
  readonly events: readonly EventRollCall[];
  readonly hasStarted: boolean;
}

/** The most boxes rendered; the other runners are set with them. */
const MOST_LISTED = 500;

export function StartLine({ events, hasStarted }: StartLineProps): ReactNode {
  const { clock, forms, actions } = useWorkspace();
  const { config } = clock;
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isAsked, setIsAsked] = useState(false);
  const { setNonStarters } = useReports();
  const { table, count, everybody, toStart, toStartCheckedIn } = countStartLine(events, hasStarted);
  const byGunAlone = everybody.filter(isByGunAlone);
  const notSeen = sortRunners([
    ...everybody.filter(({ state }) => state === 'never-seen'),
    ...byGunAlone,
    ...toStart,
  ]);
  // Not ticked at first: runners who checked in or started by the gun alone, who have to be looked for.
  const isTicked = (called: CalledRunner): boolean =>
    byHand.get(called.runner.runnerId) ?? !(called.isCheckedIn || isByGunAlone(called));
  const ticked = notSeen.filter(isTicked);
  const chosen = ticked.filter(({ state }) => state !== 'to-start').slice(0, MAX_NON_STARTERS);
  const toCheckIn = ticked
    .filter(({ isCheckedIn }) => !isCheckedIn)
    .slice(0, MAX_NON_STARTERS)
    .map(({ runner }) => runner);
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
        items={table}
        keyOf={([status]) => status}
        rowClass="tiny:block"
      />
      {count('no-band') > 0 ? (
        <p className="text-m muted">
          Not among them: {countOf(count('no-band'), 'runner')} without a band.
        </p>
      ) : null}
      {hasStarted && toStart.length > 0 ? (
        <p className="text-m muted">
          Not among them: {countOf(toStart.length, 'runner')} yet to start, {toStartCheckedIn} of
          them checked in.
        </p>
      ) : null}
      {notSeen.length === 0 ? (
        <EmptyNote>
          <p>Everyone with a band was seen or has a status.</p>
        </EmptyNote>
      ) : (
        <>
          <div className="row">
            <h3 className="fills text-title-s">
              Never seen: {count('never-seen') + byGunAlone.length}
              {byGunAlone.length > 0 ? `, ${byGunAlone.length} of them started with the gun` : ''}
              {toStart.length > 0 ? ` · Yet to start: ${toStart.length}` : ''}
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
            <CheckInButton
              runners={toCheckIn}
              onDone={(status) => {
                setByHand(new Map());
                forms.setStatus(status);
              }}
            />
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
                    {called.state === 'to-start' ? (
                      <span className="text-s muted"> yet to start</span>
                    ) : null}
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

interface CheckInButtonProps {
  readonly runners: readonly AdminRunner[];
  readonly onDone: (status: StatusMessage) => void;
}

function CheckInButton({ runners, onDone }: CheckInButtonProps): ReactNode {
  /** The runners in the question, fixed when it opens. */
  const [asked, setAsked] = useState<readonly AdminRunner[]>();
  const checkIn = useCheckIn((status) => {
    setAsked(undefined);
    onDone(status);
  });
  if (runners.length === 0 && !asked) return null;
  return (
    <Only right="runners:edit">
      <Button onClick={() => setAsked(runners)}>Check in {runners.length}…</Button>
      {asked ? (
        <ConfirmDialog
          title={`Check in ${countOf(asked.length, 'runner')}?`}
          confirmLabel={`Check in ${asked.length}`}
          isBusy={checkIn.isPending}
          onConfirm={() => checkIn.set(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>
            Marks them as here before the start. It changes no result; anyone checked in but not
            seen after the gun is looked for first. One press undoes it.
          </p>
        </ConfirmDialog>
      ) : null}
    </Only>
  );
}

const ODD = 'on the course despite DNS';
const STARTED: ReadonlySet<RollCallState> = new Set([
  'on-course',
  'finished',
  'out-safe',
  'out-not-safe',
]);

type Cell = readonly [figure: number, words: string];

/** A status, and how many with it were not seen, and were seen. */
type StatusRow = readonly [status: string, notSeen: Cell, seen: Cell];

const COLUMNS: readonly Column<StatusRow>[] = [
  {
    head: 'Status',
    isRowHead: true,
    className: 'w-[31%] tiny:block tiny:w-auto',
    cell: ([status]) => status,
  },
  { head: 'Nobody saw them', className: 'tiny:block', cell: ([, cell]) => showCell(cell) },
  { head: 'Seen or read', className: 'tiny:block', cell: ([, , cell]) => showCell(cell) },
];

function showCell([figure, words]: Cell): ReactNode {
  return (
    <span className={words === ODD && figure > 0 ? 'text-alert' : undefined}>
      <strong className="text-sign">{figure}</strong> {words}
    </span>
  );
}

function countStartLine(events: readonly EventRollCall[], hasStarted: boolean) {
  const count = (state: keyof RollCallCounts): number =>
    events.reduce((sum, { counts }) => sum + counts[state], 0);
  const everybody = events.flatMap(({ called }) => called);
  const odd = everybody.filter((one) => one.contradiction === 'seen-although-dns').length;
  const neverSeen = events.reduce((sum, each) => sum + each.neverSeen, 0);
  const byGunAlone = neverSeen - count('never-seen');
  const checkedIn = events.reduce((sum, { neverSeenCheckedIn }) => sum + neverSeenCheckedIn, 0);
  const seenCheckedIn = everybody.filter(
    (called) =>
      called.isCheckedIn &&
      STARTED.has(called.state) &&
      called.contradiction !== 'seen-although-dns' &&
      !isByGunAlone(called),
  ).length;
  /** Their gun is later: they may be here, and nobody has to look for them. */
  const toStart = everybody.filter(({ state }) => state === 'to-start');
  const toStartCheckedIn = toStart.filter(({ isCheckedIn }) => isCheckedIn).length;
  const isHereKnown = checkedIn + toStartCheckedIn + seenCheckedIn > 0;
  const table: readonly StatusRow[] = [
    ...(isHereKnown
      ? [
          [
            'Checked in',
            [
              checkedIn + (hasStarted ? 0 : toStartCheckedIn),
              hasStarted ? 'look for them' : 'here',
            ],
            [seenCheckedIn, 'started'],
          ] as StatusRow,
        ]
      : []),
    [
      isHereKnown ? 'Not checked in' : 'Not marked DNS',
      [
        neverSeen - checkedIn + (hasStarted ? 0 : toStart.length - toStartCheckedIn),
        byGunAlone > 0 ? 'not read since the gun' : 'probably not here',
      ],
      [count('started') - byGunAlone - odd - seenCheckedIn, 'started'],
    ],
    [
      'DNS',
      [count('did-not-start') + count('withdrawn'), describeAbsent(count('withdrawn'))],
      [odd, ODD],
    ],
  ];
  return { table, count, everybody, toStart, toStartCheckedIn };
}

function describeAbsent(withdrawn: number): string {
  return withdrawn === 0 ? 'did not start' : `did not start, ${withdrawn} of them withdrawn`;
}
