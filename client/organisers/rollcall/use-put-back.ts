import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import { MADE_BY } from '#shared/model/report.ts';
import { useSaveValues } from '../runners/use-save-values.ts';
import { useReports } from './use-control.ts';

/** Puts a runner who is out back in the race: removes the status, and the reports of their stopping or withdrawing. */
export function usePutBack(): UseMutationResult<void, Error, CalledRunner> {
  const { undo } = useReports();
  const save = useSaveValues();
  return useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      await save.mutateAsync({ runner, values: { overrideTime: '' } });
      // Taken back after the status was removed, the reports do not restore an earlier one.
      for (const { kind, runnerId, reportId } of reports) {
        if (MADE_BY[kind]) await undo.mutateAsync({ runnerId, reportId });
      }
    },
  });
}
