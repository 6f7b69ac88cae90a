import { Only } from '#client/organisers/session/Only.tsx';
import type { ReactNode } from 'react';
import { labelEvent } from '#shared/format/label-event.ts';
import type { ControlCalls } from '#client/organisers/rollcall/use-control.ts';
import { RunnerContacts } from '#client/organisers/runners/RunnerContacts.tsx';
import { Button } from '#client/ui/Button.tsx';
import { isolateText } from '#shared/format/isolate-text.ts';
import {
  shortTime,
  nameCalled,
  nameOrganiser,
} from '#client/organisers/rollcall/describe-called.ts';
import { describeLastNote, describeLastWord, describeToDo } from './describe-to-do.ts';
import { isUrgent, type ToDo } from '#shared/control/to-do.ts';
import { findDeskPath, ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { findCallPath, findRollCallPath } from '#client/organisers/rollcall/roll-call-address.ts';
import { Link } from '#client/ui/Link.tsx';
import { findOpenScreen } from '#client/ui/organisers-screens.ts';
import { useRaceClock } from '#client/organisers/lists/race-clock.tsx';

export interface ToDoRowProps {
  readonly toDo: ToDo;
  readonly control: ControlCalls;
  /** Opens a dialog: identify a sighting, or confirm a timeout. */
  readonly onAsk: (toDo: ToDo) => void;
  /** Called before the row disappears. */
  readonly onGone: () => void;
}

const DETAIL = 'flow anywhere gap-x-3.5 gap-y-0 text-s text-muted';
/** Runners past a cut-off that the row names. */
const MOST_NAMED = 8;

export function ToDoRow({ toDo, control, onAsk, onGone }: ToDoRowProps): ReactNode {
  const context = useRaceClock();
  const { subject, leftAs } = toDo;
  const text = describeToDo(toDo, context);
  if (text === undefined) return null;
  const called = 'called' in toDo ? toDo.called : undefined;
  const name = called ? nameCalled(called) : text;
  const seen = called ? describeLastWord(called, context) : '';
  const note = called && describeLastNote(called, context);
  const left = leftAs === undefined ? undefined : control.find({ kind: 'left', subject: leftAs });
  const about = <span className="visually-hidden">{name}</span>;
  const target = findTarget(toDo);
  return (
    <li
      className="row relative gap-x-3 gap-y-1 py-1.5 pl-4"
      tabIndex={-1}
      data-subject={subject}
      data-tone={isUrgent(toDo) ? 'alarm' : 'warning'}
      data-runner-id={called?.runner.runnerId}
    >
      <span
        className={`absolute inset-y-2 left-0 w-1.5 rounded-sm ${isUrgent(toDo) ? 'bg-alert' : 'bg-[var(--gold-medal)]'}`}
      />
      <div className="shrinks flex-[1_1_15rem] leading-snug">
        <p className="anywhere">
          {called ? (
            <>
              <strong>{name}</strong>, {labelEvent(called.runner.event, context.config)}: {text}
            </>
          ) : (
            <strong className="semibold">{text}</strong>
          )}
        </p>
        {called ? (
          <div className={DETAIL}>
            {text.includes(seen) ? null : <span>{seen}</span>}
            {note === undefined ? null : <span className="anywhere">{note}</span>}
            <RunnerContacts runner={called.runner} />
          </div>
        ) : null}
        {toDo.kind === 'past-cut-off' ? (
          <p className={DETAIL}>
            {toDo.group.runners.slice(0, MOST_NAMED).map(nameCalled).join(', ')}
            {toDo.group.runners.length > MOST_NAMED ? ' …' : ''}
          </p>
        ) : null}
        {toDo.kind === 'sighting' && toDo.seen.text !== undefined ? (
          <p className={DETAIL}>{isolateText(toDo.seen.text)}</p>
        ) : null}
        {left ? (
          <p className={DETAIL}>
            ignored by {nameOrganiser(left.by, context.config)}, {shortTime(left.atMs, context)}
          </p>
        ) : null}
      </div>
      <div className="row ml-auto gap-y-1 text-m [&_button]:px-3">
        {target ? (
          <Link className="link" to={target}>
            {findOpenScreen(target.replace(/\?.*/, ''))?.name}
          </Link>
        ) : null}
        <Only right="control:write">
          {left ? (
            <Button
              onClick={() => {
                control.remove.mutate(left);
                onGone();
              }}
            >
              Bring back {about}
            </Button>
          ) : (
            <>
              {toDo.kind === 'sighting' ? (
                <Only
                  right={toDo.seen.sighting.kind === 'timed' ? 'results:edit' : 'control:write'}
                >
                  <Button onClick={() => onAsk(toDo)}>Who was it? {about}</Button>
                </Only>
              ) : null}
              {toDo.kind === 'past-cut-off' ? (
                <Only right="reports:write">
                  <Button onClick={() => onAsk(toDo)}>
                    {toDo.group.isOutByLap ? 'Accounted for…' : 'Timed out…'} {about}
                  </Button>
                </Only>
              ) : null}
              {leftAs === undefined ? null : (
                <Button
                  data-row={leftAs}
                  onClick={() =>
                    control.write.mutate({ kind: 'left', subject: leftAs }, { onSuccess: onGone })
                  }
                >
                  Ignore {about}
                </Button>
              )}
              <Claim subject={subject} name={name} control={control} />
            </>
          )}
        </Only>
      </div>
    </li>
  );
}

interface ClaimProps extends Pick<ToDoRowProps, 'control'> {
  readonly subject: string;
  readonly name: string;
}

/** Shows who took a matter and when, with a button to take or release it. */
function Claim({ subject, name, control }: ClaimProps): ReactNode {
  const context = useRaceClock();
  const claim = control.find({ kind: 'claim', subject });
  const { write, remove } = control;
  const isBusy =
    (write.isPending && write.variables.subject === subject) ||
    (remove.isPending && remove.variables.subject === subject);
  return (
    <>
      {claim ? (
        <span className="tag tone-done text-s semibold">
          {nameOrganiser(claim.by, context.config)}, {shortTime(claim.atMs, context)}
        </span>
      ) : null}
      <Button
        isBusy={isBusy}
        onClick={() => {
          if (claim) remove.mutate(claim);
          else write.mutate({ kind: 'claim', subject });
        }}
      >
        {claim ? 'Release' : 'I’m on it'} <span className="visually-hidden">{name}</span>
      </Button>
    </>
  );
}

/** The address of the screen where a matter is dealt with, if there is one. */
function findTarget(toDo: ToDo): string | undefined {
  switch (toDo.kind) {
    case 'never-seen':
    case 'checked-in-unseen':
      return findRollCallPath(toDo.event, 'start-line');
    case 'past-cut-off':
      return findRollCallPath(toDo.group.event, 'on-course');
    case 'in-by-laps':
      return findRollCallPath(toDo.event, 'on-course');
    case 'to-check':
    case 'strange-bands':
      return ORGANISERS_SCREENS.missing;
    case 'silent-point':
      return `${ORGANISERS_SCREENS.reads}?point=${toDo.point}`;
    case 'notice': {
      const { notice } = toDo;
      if (notice.kind === 'clock-suspected' || notice.kind === 'sources-swapped') {
        return ORGANISERS_SCREENS.reads;
      }
      if (notice.kind === 'reader' && notice.awaySinceMs !== undefined) {
        return ORGANISERS_SCREENS.readers;
      }
      if (notice.kind !== 'clock' && notice.kind !== 'silent-source') return undefined;
      return `${ORGANISERS_SCREENS.reads}?${new URLSearchParams({ source: notice.source })}`;
    }
    case 'contradiction':
      return findDeskPath(toDo.called.runner.runnerId);
    case 'out-not-safe':
    case 'out-at-closing':
    case 'overdue':
      return findCallPath(toDo.called.runner);
    case 'sighting':
      return undefined;
    default:
      return toDo satisfies never;
  }
}
