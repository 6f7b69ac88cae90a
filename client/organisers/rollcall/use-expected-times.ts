import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ExpectedTimes } from '#shared/control/roll-call.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { ExpectedBody } from '#shared/wire/control-api.ts';
import { messageOf } from '../calls/call-error.ts';
import { NO_USE } from '../calls/calls.ts';
import { useCalls, useSession } from '../session/use-session.ts';

/** Often enough for values shown in minutes. */
const EXPECTED_POLL_MS = 30 * SECOND_MS;

/**
 * The expected times, polled while `isOn`; empty until loaded. `problem`: why they are old or missing; undefined while
 * they are fresh.
 */
export function useExpectedTimes(isOn = true): {
  readonly times: ExpectedTimes;
  readonly problem: string | undefined;
} {
  const calls = useCalls();
  const isSignedIn = useSession().kind === 'signed-in';
  const { data, error } = useQuery({
    queryKey: ['expected'],
    enabled: isOn,
    queryFn: async () => (await calls.get<ExpectedBody>('/apiadmin/expected', NO_USE)).expected,
    refetchInterval: isSignedIn && EXPECTED_POLL_MS,
  });
  const times = useMemo(() => new Map(data?.map((each) => [each.runnerId, each])), [data]);
  return { times, problem: error ? messageOf(error) : undefined };
}
