import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { type CutOffGroup, reportTimeOut } from '#shared/control/past-cut-offs.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { messageOf } from '../calls/call-error.ts';
import { countOf } from '../texts/count-words.ts';
import { describeCutOff, nameCalled, type RollCallClock } from './describe-called.ts';
import { useReports } from './use-control.ts';

/** So many are reported one after the other; who is left is still there to be pressed. */
const MOST_AT_ONCE = 100;

export interface TimeOutDialogProps {
  /** As it is known now; undefined once nobody is in it. */
  readonly group: CutOffGroup | undefined;
  readonly clock: RollCallClock;
  readonly onClose: () => void;
}

/**
 * Records that those past a cut-off stopped, timed out (RULES.md CU5): never by itself, and of nobody who came through
 * since it was asked.
 */
export function TimeOutDialog({ group, clock, onClose }: TimeOutDialogProps): ReactNode {
  const { make } = useReports();
  const [askedIds] = useState(() => new Set(group?.runners.map(({ runner }) => runner.runnerId)));
  const runners = (group?.runners ?? [])
    .filter(({ runner }) => askedIds.has(runner.runnerId))
    .slice(0, MOST_AT_ONCE);
  const text = group ? describeCutOff(group, clock) : '';
  const timeOut = useMutation({
    mutationFn: async () => {
      if (!group) return;
      for (const called of runners) {
        const { runnerId } = called.runner;
        await make.mutateAsync(reportTimeOut(group, called, { runnerId, atMs: clock.nowMs, text }));
      }
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Timed out: ${countOf(runners.length, 'runner')}?`}
      confirmLabel={`Timed out: ${runners.length}`}
      isReady={runners.length > 0}
      isBusy={timeOut.isPending}
      onConfirm={() => {
        timeOut.mutate();
      }}
      onCancel={onClose}
    >
      {timeOut.error ? <Banner kind="alert">{messageOf(timeOut.error)}</Banner> : null}
      <p>{text}.</p>
      <p className="anywhere">{runners.map((called) => nameCalled(called)).join(', ')}</p>
      <p>They are DNF from then on, and out until somebody reports them safe.</p>
    </ConfirmDialog>
  );
}
