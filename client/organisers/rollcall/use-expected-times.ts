import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ExpectedTimes } from '#shared/control/roll-call.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { ExpectedBody, ExpectedRunner } from '#shared/wire/control-api.ts';
import { messageOf } from '../calls/call-error.ts';
import { NO_USE } from '../calls/calls.ts';
import { useCalls, useSession } from '../session/use-session.ts';

/** Often enough for values shown in minutes. */
const EXPECTED_POLL_MS = 30 * SECOND_MS;

/** Polled while the screen is visible and `isOn`; empty until loaded. */
export function useExpectedTimes(isOn = true): ExpectedTimes {
  const { data } = useExpectedQuery(isOn);
  return useMemo(() => new Map(data?.map((each) => [each.runnerId, each])), [data]);
}

/** Why the shown times are old, or missing; undefined while they are fresh. */
export function useExpectedProblem(): string | undefined {
  const { error } = useExpectedQuery();
  return error ? messageOf(error) : undefined;
}

function useExpectedQuery(isOn = true): UseQueryResult<readonly ExpectedRunner[]> {
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  return useQuery({
    queryKey: ['expected'],
    enabled: isOn,
    queryFn: async () => (await calls.get<ExpectedBody>('/apiadmin/expected', NO_USE)).expected,
    refetchInterval: isSignedIn && EXPECTED_POLL_MS,
  });
}
