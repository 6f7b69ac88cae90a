import type { ChangeEntry } from '#shared/wire/runners-api.ts';

import type { Calls } from '#client/organisers/calls/calls.ts';
import { NO_USE } from '#client/organisers/calls/calls.ts';

export const CHANGES_KEY = ['changes'] as const;

/** The latest changes as `useQuery` fetches them, newest first. */
export function readChanges(calls: Calls): {
  readonly queryKey: typeof CHANGES_KEY;
  readonly queryFn: () => Promise<readonly ChangeEntry[]>;
} {
  return {
    queryKey: CHANGES_KEY,
    queryFn: () => calls.get<ChangeEntry[]>('/apiadmin/changes', NO_USE),
  };
}
