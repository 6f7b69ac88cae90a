import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { ReadersBody } from '#shared/wire/readers-api.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';

const KEY = ['readers'];

export function useReaders() {
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  return useQuery({
    queryKey: KEY,
    queryFn: () => calls.get<ReadersBody>('/scanners', NO_USE),
    refetchInterval,
  });
}

/** A change of a reader; the answer has all readers. */
export function useReaderCall() {
  const calls = useCalls();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (send: (calls: Calls) => Promise<ReadersBody>) => {
      // An answer on its way is older than this one.
      await queries.cancelQueries({ queryKey: KEY });
      return send(calls);
    },
    onSuccess: (body) => queries.setQueryData(KEY, body),
    onError: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function findCallPath(source: string, what: 'file' | 'remove'): string {
  return `/scanners/${encodeURIComponent(source)}/${what}`;
}
