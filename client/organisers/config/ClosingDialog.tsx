import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { SettingPart } from '#shared/model/setting-parts.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '../calls/call-error.ts';
import type { FetchedConfig } from './read-config.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { ImpactNote } from './ImpactNote.tsx';
import { useSettingsAction } from './use-settings-action.ts';

/** What is to be closed or opened again: a distance, or the whole race. */
export interface Closing {
  readonly event: EventCode | undefined;
  readonly toBeClosed: boolean;
}

export interface ClosingDialogProps {
  readonly closing: Closing;
  readonly config: FetchedConfig;
  readonly onClose: () => void;
}

/** Asks before everyone who is still out becomes DNF, or racing again. */
export function ClosingDialog({ closing, config, onClose }: ClosingDialogProps): ReactNode {
  const { event, toBeClosed } = closing;
  const save = useSettingsAction(config, onClose);
  const { missing, everyone } = useLists();
  const name = event ? labelEvent(event, config) : 'the race';
  const part: SettingPart = event ? `closedEvents.${event}` : 'closed';
  const values = new Map([[part, toBeClosed]]);
  const out = new Set(missing?.runnerIds);
  const count = event
    ? everyone.filter((runner) => out.has(runner.runnerId) && runner.event === event).length
    : out.size;
  return (
    <ConfirmDialog
      title={`${toBeClosed ? 'Close' : 'Reopen'} ${name}?`}
      confirmLabel={`${toBeClosed ? 'Close' : 'Reopen'} ${name}`}
      kind={toBeClosed ? 'danger' : 'main'}
      isBusy={save.isPending}
      onConfirm={() => {
        save.mutate({ values, was: new Map([[part, !toBeClosed]]) });
      }}
      onCancel={onClose}
    >
      {save.error ? (
        <Banner kind="alert">
          <p>Failed to update web config</p>
          <p>{messageOf(save.error)}</p>
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
      <ImpactNote values={values} config={config} />
    </ConfirmDialog>
  );
}

/** How many are out; `out` is undefined until the list of them is there. */
function describeOut(out: number | undefined): string {
  if (out === undefined) return 'Who is without a finish is not known yet.';
  if (out === 0) return 'Nobody with a wristband is without a finish.';
  return `${out} with a wristband ${out === 1 ? 'has' : 'have'} no finish yet.`;
}
