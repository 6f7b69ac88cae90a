import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { type CutOffGroup, reportTimeOut } from '#shared/control/past-cut-offs.ts';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { countOf } from '../texts/count-words.ts';
import { describeCutOff, describePast, nameCalled } from './describe-called.ts';
import { useReports } from './use-control.ts';
import { useRaceClock } from '../lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

/** Runners reported at once; the dialog can be opened again for the others. */
const MOST_AT_ONCE = 100;

export interface TimeOutDialogProps {
  /** As known now; undefined once it is empty. */
  readonly group: CutOffGroup | undefined;
  readonly onClose: () => void;
}

/**
 * Reports the runners past a cut-off as timed out (RULES.md CU5), except any who came through since the dialog opened.
 */
export function TimeOutDialog({ group, onClose }: TimeOutDialogProps): ReactNode {
  const clock = useRaceClock();
  const { make } = useReports();
  const [askedIds] = useState(() => new Set(group?.runners.map(({ runner }) => runner.runnerId)));
  const runners = (group?.runners ?? [])
    .filter(({ runner }) => askedIds.has(runner.runnerId))
    .slice(0, MOST_AT_ONCE);
  /** A hundred reports take a while, during which runners may come through. */
  const latest = useRef(group);
  useLayoutEffect(() => {
    latest.current = group;
  }, [group]);
  const timeOut = useMutation({
    mutationFn: async () => {
      for (const { runnerId } of runners.map(({ runner }) => runner)) {
        const now = latest.current;
        if (!now?.runners.some(({ runner }) => runner.runnerId === runnerId)) continue;
        const closedMs = now.closedFor.get(runnerId) ?? now.closedMs;
        const why = describePast({ ...now, closedMs }, clock);
        const report = { runnerId, atMs: clock.nowMs, text: why };
        await make.mutateAsync(reportTimeOut(now, report));
      }
    },
    onSuccess: onClose,
  });
  const name = group?.isOutByLap ? 'Back and accounted for' : 'Timed out';
  return (
    <ConfirmDialog
      title={`${name}: ${countOf(runners.length, 'runner')}?`}
      confirmLabel={`${name}: ${runners.length}`}
      isReady={runners.length > 0}
      isBusy={timeOut.isPending}
      onConfirm={() => timeOut.mutate()}
      onCancel={onClose}
    >
      <Failure error={timeOut.error} />
      <p>{group ? describeCutOff(group, clock) : ''}.</p>
      <p className="anywhere">{runners.map((called) => nameCalled(called)).join(', ')}</p>
      <p>
        {group?.isOutByLap
          ? 'They are out and keep their laps. Only confirm for those who are back: we stop looking for them.'
          : 'They become DNF, and count as out until somebody reports them safe.'}
      </p>
    </ConfirmDialog>
  );
}
