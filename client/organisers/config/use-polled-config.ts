import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';

import { useCalls, useSession } from '../session/use-session.ts';
import type { FetchedConfig } from './read-config.ts';
import { readConfig } from './read-config.ts';

/** The settings, fetched anew all the time for as long as somebody is signed in. */
export function usePolledConfig(): UseQueryResult<FetchedConfig> {
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  return useQuery({
    ...readConfig(calls),
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    refetchOnWindowFocus: 'always',
  });
}
