import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { AdminRunner, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLists } from '../lists/ListsProvider.tsx';
import { useCalls, useSession } from '../session/use-session.ts';
import { readScans } from './runner-calls.ts';

type RunnerScansQuery = UseQueryResult<RunnerScansBody>;

/**
 * The scans and outcome of a runner as saved; all parts of a form share one fetch. Nothing is fetched without a runner.
 */
export function useRunnerScans(
  runner: Pick<AdminRunner, 'runnerId' | 'rev'> | undefined,
): RunnerScansQuery {
  const { runnerId = '', rev } = runner ?? {};
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  return useQuery({
    queryKey: ['scans', runnerId, rev],
    queryFn: () => readScans(calls, runnerId),
    enabled: runner !== undefined,
    // Other runners change their places.
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** The same, refetched as soon as a push says that the runner was seen or finished. */
export function useFollowedScans(runner: AdminRunner): RunnerScansQuery {
  const { runnerId } = runner;
  const query = useRunnerScans(runner);
  const { refetch } = query;
  const isSignedIn = useSession().kind === 'signed-in';
  const { missing } = useLists();
  const sight = missing?.sights.get(runnerId);
  const pushed = [
    missing?.runnerIds.includes(runnerId),
    sight?.lastTime,
    sight?.scans,
    missing?.dnfFinishes.get(runnerId),
  ].join();
  // The first fetch contains everything pushed before.
  const fetched = useRef(pushed);
  useEffect(() => {
    if (!isSignedIn || fetched.current === pushed) return;
    fetched.current = pushed;
    void refetch();
  }, [isSignedIn, pushed, refetch]);
  return query;
}
