import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import { MADE_BY } from '#shared/model/report.ts';
import { useSaveValues } from '../runners/use-save-values.ts';
import { useReports } from './use-control.ts';

/** Puts somebody back in the race who is out: takes the status away, and with it what was reported of their stopping or withdrawing. */
export function usePutBack(): UseMutationResult<void, Error, CalledRunner> {
  const { undo } = useReports();
  const save = useSaveValues();
  return useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      await save.mutateAsync({ runner, values: { overrideTime: '' } });
      // Taken back after that, they put back no status that was there before them.
      for (const { kind, runnerId, reportId } of reports) {
        if (MADE_BY[kind]) await undo.mutateAsync({ runnerId, reportId });
      }
    },
  });
}
