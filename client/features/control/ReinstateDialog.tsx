import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { MADE_BY } from '#shared/model/decisions.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';
import { toDataBlob, valuesOf } from '#client/organisers/runners/editor-values.ts';
import { describeRefusal, sendRunner } from '#client/organisers/runners/runner-calls.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { nameCalled } from '#client/organisers/rollcall/describe-called.ts';

export interface ReinstateDialogProps {
  readonly called: CalledRunner;
  /** The evidence against their status. */
  readonly because: string;
  readonly onClose: () => void;
}

/** Asks before the DNF or DNS of a runner is removed, together with the reports of their stopping. */
export function ReinstateDialog({ called, because, onClose }: ReinstateDialogProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { undo } = useReports();
  const { runner, reports } = called;
  const reinstate = useMutation({
    mutationFn: async () => {
      const dataBlob = toDataBlob({ ...valuesOf(runner), overrideTime: '' });
      const { reply, version } = await sendRunner(calls, { dataBlob, rev: runner.rev });
      const message = describeRefusal(reply);
      if (message !== undefined) throw new CallError({ status: undefined, message });
      // Taken back after the status was removed, the reports no longer change the result.
      for (const { kind, runnerId, reportId } of reports) {
        if (MADE_BY[kind]) await undo.mutateAsync({ runnerId, reportId });
      }
      await feed.settle(version);
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Reinstate ${nameCalled(called)}?`}
      confirmLabel="Reinstate"
      isBusy={reinstate.isPending}
      onConfirm={() => reinstate.mutate()}
      onCancel={onClose}
    >
      {reinstate.error ? <Banner kind="alert">{messageOf(reinstate.error)}</Banner> : null}
      <p>{because}.</p>
      <p>
        Their status is removed and their reads count again, including a finish. It stays in their
        history.
      </p>
    </ConfirmDialog>
  );
}
