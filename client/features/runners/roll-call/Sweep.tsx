import { Only } from '#client/organisers/session/Only.tsx';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';

import { asRunnerId } from '#shared/model/ids.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { CalledRunner, EventRollCall } from '#shared/control/roll-call.ts';
import { useControl } from '#client/organisers/rollcall/use-control.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { nameOrganiser, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { useWorkspace } from '../use-workspace.ts';
import { listBefore } from './roll-call-view.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export interface SweepLineProps {
  readonly point: TimePoint;
  readonly events: readonly EventRollCall[];
  readonly onSignOff: () => void;
}

export function SweepLine({ point, events, onSignOff }: SweepLineProps): ReactNode {
  const { actions, clock, forms } = useWorkspace();
  const { find, remove } = useControl();
  const name = describePoint(point, clock.config);
  const entry = find({ kind: 'sweep', subject: point });
  if (!entry) {
    return (
      <Only right="control:write">
        <Button className="unprinted" onClick={onSignOff}>
          Sign off the sweep<span className="visually-hidden"> at {name}</span>
        </Button>
      </Only>
    );
  }
  const takeBack = (): void =>
    actions.run(remove, entry, () => forms.setStatus({ text: `The sweep is open again: ${name}` }));
  const before = listBefore(events, point);
  const named = new Set<string>(entry.runnerIds);
  const behind = before.filter(({ runner }) => !named.has(runner.runnerId));
  return (
    <span className="row shrinks gap-x-2.5 gap-y-0.5">
      <span className="text-m muted">
        Sweep left {name}: signed off by {nameOrganiser(entry.by, clock.config)}{' '}
        {shortTime(entry.atMs, clock)}
        {named.size > 0 ? `, ${named.size} named` : ''}
      </span>
      {behind.length > 0 ? (
        <strong className="bold text-m text-alert">
          {countOf(behind.length, 'runner')} behind the sweep since
        </strong>
      ) : null}
      <Only right="control:write">
        <Button className="unprinted" onClick={takeBack}>
          Take back<span className="visually-hidden"> the sweep of {name}</span>
        </Button>
      </Only>
    </span>
  );
}

/** With more still to come no sweep can have left. */
const MOST_NAMED = 100;

export interface SweepDialogProps {
  readonly point: TimePoint;
  readonly before: readonly CalledRunner[];
  readonly onClose: () => void;
}

/**
 * Signs off a point, naming each runner still to come there. Anyone added since it was opened is not named, and then shown
 * as behind the sweep.
 */
export function SweepDialog({ point, before, onClose }: SweepDialogProps): ReactNode {
  const { clock, forms } = useWorkspace();
  const { write } = useControl();
  const [listedIds] = useState(() => new Set(before.map(({ runner }) => runner.runnerId)));
  const name = describePoint(point, clock.config);
  const named = before.filter(({ runner }) => listedIds.has(runner.runnerId));
  const isTooMany = named.length > MOST_NAMED;
  return (
    <ConfirmDialog
      title={`The sweep has left ${name}`}
      confirmLabel="Sign off"
      isBusy={write.isPending}
      isReady={!isTooMany}
      onConfirm={() => {
        const runnerIds = named.map(({ runner }) => asRunnerId(runner.runnerId));
        write.mutate(
          { kind: 'sweep', subject: point, ...(runnerIds.length > 0 ? { runnerIds } : {}) },
          {
            onSuccess: () => {
              flushSync(onClose);
              forms.setStatus({ text: `The sweep has left ${name}.` });
            },
          },
        );
      }}
      onCancel={onClose}
    >
      <Failure error={write.error} />
      {named.length === 0 ? <p>Everyone due there is through or accounted for.</p> : null}
      {isTooMany ? (
        <p>
          {countOf(named.length, 'runner')} are still to come there: no sweep has left it. Sign it
          off when at most {MOST_NAMED} are left.
        </p>
      ) : null}
      {named.length > 0 && !isTooMany ? (
        <>
          <p className="semibold">
            The sweep did not meet {named.length === 1 ? 'this runner' : `these ${named.length}`}.
            If it met somebody, cancel and report them as seen first.
          </p>
          <ul>
            {named.map(({ runner }) => (
              <li key={runner.runnerId} className="anywhere">
                {nameRunner(runner)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </ConfirmDialog>
  );
}
