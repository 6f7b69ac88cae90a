import {
  useIsMutating,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';

import { type FetchedConfig, saveSettings, type SettingsChange } from './fetched-config.ts';
import { useCalls } from '../session/use-session.ts';

const MUTATION_KEY = ['settings-action'];

/** Saves a change at once, apart from the form. */
export function useSettingsAction(
  config: FetchedConfig,
  onSaved: (saved: FetchedConfig) => void,
): UseMutationResult<FetchedConfig, Error, SettingsChange> {
  const calls = useCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (change) => saveSettings(calls, queries, change, config),
    onSuccess: onSaved,
  });
}

/** Whether such a change is being saved: settings pushed meanwhile may be that very change. */
export function useIsActing(): boolean {
  return useIsMutating({ mutationKey: MUTATION_KEY }) > 0;
}
