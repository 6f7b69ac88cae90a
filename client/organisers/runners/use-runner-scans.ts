import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { AdminRunner, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLists } from '../lists/ListsProvider.tsx';
import { useCalls, useSession } from '../session/use-session.ts';
import { readScans } from './runner-calls.ts';

type RunnerScansQuery = UseQueryResult<RunnerScansBody>;

/** The scans of a runner and what they come to, as saved; every part of a form that asks shares one fetch. None are fetched of nobody. */
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
    // Others move their places.
    refetchInterval: isSignedIn && ADMIN_POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** The same, fetched anew as soon as it is pushed that the runner was seen somewhere or came in. */
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
  // What was pushed before is in the first fetch.
  const fetched = useRef(pushed);
  useEffect(() => {
    if (!isSignedIn || fetched.current === pushed) return;
    fetched.current = pushed;
    void refetch();
  }, [isSignedIn, pushed, refetch]);
  return query;
}
