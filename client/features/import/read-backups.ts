import type { BackupEntry } from '#shared/wire/import-api.ts';

import type { Calls } from '#client/organisers/calls/calls.ts';

/** The backups as `useQuery` fetches them, newest first. */
export function readBackups(calls: Calls): {
  readonly queryKey: readonly ['backups'];
  readonly queryFn: () => Promise<readonly BackupEntry[]>;
} {
  return { queryKey: ['backups'], queryFn: () => calls.get<BackupEntry[]>('/backups') };
}
