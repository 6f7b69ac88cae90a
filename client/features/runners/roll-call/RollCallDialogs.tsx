import type { ReactNode } from 'react';

import type { RollCall } from '#shared/control/roll-call.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import type { RollCallClock } from '#client/organisers/rollcall/describe-called.ts';
import { ReportDialog } from '../ReportDialog.tsx';
import { listBefore } from './roll-call-view.ts';
import { SweepDialog } from './Sweep.tsx';
import type { RollCallActions } from '../use-roll-call-actions.ts';

export interface RollCallDialogsProps {
  readonly rollCall: RollCall;
  readonly clock: RollCallClock;
  readonly actions: RollCallActions;
}

/** The dialogs of the screen, except the form of a runner. */
export function RollCallDialogs({ rollCall, clock, actions }: RollCallDialogsProps): ReactNode {
  const { asked, ask, finish } = actions;
  const onClose = (): void => ask(undefined);
  if (!asked) return null;
  if (asked.kind === 'report') {
    return (
      <ReportDialog
        kind={asked.report}
        called={asked.called}
        config={clock.config}
        openedMs={clock.nowMs}
        onDone={(report, ref) => actions.finishReport(asked.called, report, ref)}
        onClose={onClose}
      />
    );
  }
  const { point } = asked;
  return (
    <SweepDialog
      point={point}
      before={listBefore(rollCall.events, point)}
      clock={clock}
      onDone={() => finish({ text: `The sweep has left ${describePoint(point, clock.config)}.` })}
      onClose={onClose}
    />
  );
}
