import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';
import { valuesOf } from '#client/organisers/runners/editor-values.ts';
import { saveDraft } from '#client/organisers/runners/save-draft.ts';
import { describeObstacle } from '#client/organisers/runners/status-message.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** Puts somebody back in the race who is out by mistake: takes back that they stopped, else the status that was typed. */
export function usePutBack(): UseMutationResult<void, Error, CalledRunner> {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { undo } = useReports();
  return useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      const stops = reports.filter(({ kind }) => kind === 'stopped');
      for (const stop of stops) await undo.mutateAsync(stop);
      if (stops.length > 0 && !runner.disqualified) return;
      const values = valuesOf(runner);
      const draft = {
        key: runner.runnerId,
        values: { ...values, overrideTime: '' },
        base: { values, rev: runner.rev },
      };
      const outcome = await saveDraft(calls, draft, {}, everyone);
      if (outcome.kind === 'refused') {
        throw new Error(describeObstacle(outcome.draft.refusal ?? {}));
      }
      await feed.settle(outcome.saved.version);
    },
  });
}
