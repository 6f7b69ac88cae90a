import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { AdminRunner, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { useCalls, useSession } from '../session/use-session.ts';
import { readScans } from './runner-calls.ts';

/**
 * The scans and outcome of a saved runner, polled; all parts of a form share one fetch. Fetches nothing without a runner.
 */
export function useRunnerScans(
  runner: Pick<AdminRunner, 'runnerId' | 'rev'> | undefined,
): UseQueryResult<RunnerScansBody> {
  const { runnerId = '', rev } = runner ?? {};
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  return useQuery({
    queryKey: ['scans', runnerId, rev],
    queryFn: () => readScans(calls, runnerId),
    enabled: runner !== undefined,
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    placeholderData: keepPreviousData,
  });
}
