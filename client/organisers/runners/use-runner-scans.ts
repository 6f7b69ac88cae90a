import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { AdminRunner, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { useCalls, useSession } from '../session/use-session.ts';
import { readScans } from './runner-calls.ts';

/**
 * The scans and outcome of a saved runner, refetched when a push changes their last sight or finish; all parts of a form
 * share one fetch. Fetches nothing without a runner.
 */
export function useRunnerScans(
  runner: Pick<AdminRunner, 'runnerId' | 'rev'> | undefined,
): UseQueryResult<RunnerScansBody> {
  const { runnerId = '', rev } = runner ?? {};
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  const { missing } = useLists();
  const sight = missing?.sights.get(runnerId);
  const pushed = [
    missing?.runnerIds.includes(runnerId),
    sight?.lastTime,
    sight?.scans,
    missing?.dnfFinishes.get(runnerId),
  ].join();
  return useQuery({
    queryKey: ['scans', runnerId, rev, pushed],
    queryFn: () => readScans(calls, runnerId),
    enabled: runner !== undefined,
    // Polled, since other runners change their places.
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    placeholderData: keepPreviousData,
  });
}
