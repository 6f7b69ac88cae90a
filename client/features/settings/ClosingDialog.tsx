import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { ImpactNote } from './ImpactNote.tsx';
import { useSettingsDeed } from './use-settings-deed.ts';

/** What is to be closed or opened again: a distance, or the whole race. */
export interface Closing {
  readonly event: EventCode | undefined;
  readonly toBeClosed: boolean;
}

export interface ClosingDialogProps {
  readonly closing: Closing;
  readonly config: RaceConfig;
  readonly onClose: () => void;
}

/** Asks before everyone who is still out becomes DNF, or racing again. */
export function ClosingDialog({ closing, config, onClose }: ClosingDialogProps): ReactNode {
  const { event, toBeClosed } = closing;
  const deed = useSettingsDeed({ onSaved: onClose });
  const { missing, everyone } = useLists();
  const name = event ? labelEvent(event, config) : 'the race';
  const changes = event ? { closedEvents: { [event]: toBeClosed } } : { closed: toBeClosed };
  const out = new Set(missing?.runnerIds);
  const count = event
    ? everyone.filter((runner) => out.has(runner.runnerId) && runner.event === event).length
    : out.size;
  return (
    <ConfirmDialog
      title={`${toBeClosed ? 'Close' : 'Reopen'} ${name}?`}
      confirmLabel={`${toBeClosed ? 'Close' : 'Reopen'} ${name}`}
      kind={toBeClosed ? 'danger' : 'main'}
      isBusy={deed.isPending}
      onConfirm={() => {
        deed.mutate({ changes, findObjection: () => undefined });
      }}
      onCancel={onClose}
    >
      {deed.error ? (
        <Banner kind="alert">
          <p>Failed to update web config</p>
          <p>{messageOf(deed.error)}</p>
        </Banner>
      ) : null}
      {toBeClosed ? (
        <>
          <p>
            Everyone{event ? ` of ${name}` : ''} who is still racing becomes DNF on the results page
            at once. {describeOut(missing && count)}
          </p>
          <p>No scan is lost, late finishers still count, and it can be reopened.</p>
        </>
      ) : (
        <p>
          Whoever became DNF because {name} was closed shows as racing again
          {event ? '' : ', but for a distance that is closed by itself'}.
        </p>
      )}
      <ImpactNote changes={changes} config={config} />
    </ConfirmDialog>
  );
}

/** How many are out; `out` is undefined until the list of them is there. */
function describeOut(out: number | undefined): string {
  if (out === undefined) return 'Who is without a finish is not known yet.';
  if (out === 0) return 'Nobody with a wristband is without a finish.';
  return `${out} with a wristband ${out === 1 ? 'has' : 'have'} no finish yet.`;
}
