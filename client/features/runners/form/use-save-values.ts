import { useRef } from 'react';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { type EditorValues, valuesOf } from '#client/organisers/runners/editor-values.ts';
import { saveDraft, type Saved } from './save-draft.ts';
import { describeObstacle } from '../status-message.ts';

export interface NewValues {
  /** As the organiser saw them; nothing is saved if somebody else changed them since. */
  readonly runner: AdminRunner;
  readonly values: Partial<EditorValues>;
  readonly reason?: string | undefined;
}

/**
 * Saves as the runner's form would; rejects with a sentence if the save is refused. A time by hand that contradicts the
 * reads is saved at the second press (RULES.md OV11).
 */
export function useSaveValues(): UseMutationResult<Saved, Error, NewValues> {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { everyone } = useLists();
  const { data: config } = useConfig();
  const doubted = useRef<string>(undefined);
  return useMutation({
    mutationFn: async ({ runner, values, reason }) => {
      const now = valuesOf(runner);
      const base = { values: now, rev: runner.rev };
      const refusal = doubted.current === undefined ? {} : { doubted: doubted.current };
      const draft = { key: runner.runnerId, values: { ...now, ...values }, base, refusal };
      const options = reason === undefined ? {} : { reason };
      const outcome = await saveDraft(calls, draft, options, everyone, config);
      if ('refused' in outcome) {
        doubted.current = outcome.refused.refusal?.doubted;
        throw new Error(describeObstacle(outcome.refused.refusal ?? {}));
      }
      await feed.settle(outcome.saved.version);
      return outcome.saved;
    },
  });
}
