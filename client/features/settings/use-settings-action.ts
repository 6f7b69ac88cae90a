import type { UseMutationResult } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { FetchedConfig, SettingsChange } from '#client/organisers/config/read-config.ts';
import { saveSettings } from '#client/organisers/config/read-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** Saves a change at once, apart from the form. */
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
