import type { ReactNode } from 'react';

import { type Closing as AskedClosing, ClosingDialog } from './closing/ClosingDialog.tsx';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import { StartNowDialog, type StartPress } from './StartNowDialog.tsx';
import type { RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { TimeOutDialog } from '#client/organisers/rollcall/TimeOutDialog.tsx';
import type { CutOffGroup } from '#shared/control/past-cut-offs.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { UndecidedSighting } from '#shared/control/to-do.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { LineCountDialog } from './LineCountDialog.tsx';
import { WhoWasItDialog } from './WhoWasItDialog.tsx';

/** The action pressed on the screen, to be confirmed first. */
export type Asked =
  | { readonly kind: 'start'; readonly press: StartPress }
  | { readonly kind: 'count'; readonly event: EventCode }
  | { readonly kind: 'who'; readonly seen: UndecidedSighting }
  | { readonly kind: 'time-out'; readonly key: string }
  | { readonly kind: 'close'; readonly closing: AskedClosing };

export interface ControlDialogsProps {
  readonly asked: Asked | undefined;
  readonly config: FetchedConfig;
  readonly rollCall: RollCall | undefined;
  readonly cutOffs: readonly CutOffGroup[];
  readonly context: RollCallClock;
  readonly onClose: () => void;
}

export function ControlDialogs(props: ControlDialogsProps): ReactNode {
  const { asked, config, rollCall, cutOffs, context, onClose } = props;
  return (
    <>
      {asked?.kind === 'start' ? (
        <StartNowDialog press={asked.press} config={config} onClose={onClose} />
      ) : null}
      {asked?.kind === 'count' ? (
        <LineCountDialog
          event={asked.event}
          name={labelEvent(asked.event, config)}
          onClose={onClose}
        />
      ) : null}
      {asked?.kind === 'who' && rollCall ? (
        <WhoWasItDialog seen={asked.seen} rollCall={rollCall} context={context} onClose={onClose} />
      ) : null}
      {asked?.kind === 'time-out' ? (
        <TimeOutDialog
          group={cutOffs.find(({ key }) => key === asked.key)}
          clock={context}
          onClose={onClose}
        />
      ) : null}
      {asked?.kind === 'close' ? (
        <ClosingDialog closing={asked.closing} config={config} onClose={onClose} />
      ) : null}
    </>
  );
}
