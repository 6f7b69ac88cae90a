import type { UseMutationResult } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { RaceConfig } from '#shared/model/race-config.ts';

import type { FetchedConfig } from '#client/organisers/config/read-config.ts';
import type { ConfigChanges } from '#client/organisers/config/save-config.ts';
import { fetchLatestConfig, saveConfig } from '#client/organisers/config/save-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

/** A change that is saved at once, apart from the form. */
export interface Deed {
  readonly changes: ConfigChanges;
  /** Says why the deed no longer means what was asked for, should the settings have changed; else undefined. */
  readonly findObjection: (latest: RaceConfig) => string | undefined;
}

export interface DeedReactions {
  readonly onSaved: (saved: FetchedConfig) => void;
  /** The settings that an objection was raised for; whoever goes on after it has seen them. */
  readonly onObjection?: (latest: RaceConfig) => void;
}

/** Does a {@link Deed}, after a look at the settings as they are now. */
export function useSettingsDeed({
  onSaved,
  onObjection,
}: DeedReactions): UseMutationResult<FetchedConfig, Error, Deed> {
  const calls = useCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes, findObjection }) => {
      const latest = await fetchLatestConfig(calls, queries);
      const objection = findObjection(latest);
      if (objection !== undefined) {
        onObjection?.(latest);
        throw new Error(objection);
      }
      return saveConfig(calls, queries, latest, changes);
    },
    onSuccess: onSaved,
  });
}
