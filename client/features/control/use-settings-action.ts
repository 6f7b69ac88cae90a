import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';

import {
  type FetchedConfig,
  saveSettings,
  type SettingsChange,
} from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** Saves a change of the settings at once. */
export function useSettingsAction(
  config: FetchedConfig,
  onSaved: (saved: FetchedConfig) => void,
): UseMutationResult<FetchedConfig, Error, SettingsChange> {
  const calls = useCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change) => saveSettings(calls, queries, change, config),
    onSuccess: onSaved,
  });
}
