import type { OrganiserEntry } from '#shared/wire/auth-api.ts';

import type { Calls } from '#client/organisers/calls/calls.ts';

export const ACCOUNTS_KEY = ['organisers'] as const;

/** All accounts as `useQuery` fetches them. */
export function readAccounts(calls: Calls): {
  readonly queryKey: typeof ACCOUNTS_KEY;
  readonly queryFn: () => Promise<OrganiserEntry[]>;
} {
  return { queryKey: ACCOUNTS_KEY, queryFn: () => calls.get<OrganiserEntry[]>('/organisers') };
}
