import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import { MADE_BY } from '#shared/model/report.ts';
import { useSaveValues } from '../runners/use-save-values.ts';
import { useReports } from './use-control.ts';

/** Puts somebody back in the race who is out by mistake: takes back that they stopped or withdrew, else the status that was typed. */
export function usePutBack(): UseMutationResult<void, Error, CalledRunner> {
  const { undo } = useReports();
  const save = useSaveValues();
  return useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      const stops = reports.filter(({ kind }) => MADE_BY[kind] !== undefined);
      for (const stop of stops) await undo.mutateAsync(stop);
      if (stops.length > 0 && !runner.disqualified) return;
      await save.mutateAsync({ runner, values: { overrideTime: '' } });
    },
  });
}
