import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { ReadersBody } from '#shared/wire/readers-api.ts';
import type { Calls } from '#client/organisers/calls/calls.ts';
import { readReaders } from '#client/organisers/reads/reads-calls.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';

export function useReaders() {
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  return useQuery({ ...readReaders(calls), refetchInterval });
}

/** A change of a reader; the answer lists all readers. */
export function useReaderCall() {
  const calls = useCalls();
  const queries = useQueryClient();
  const { queryKey } = readReaders(calls);
  return useMutation({
    mutationFn: async (send: (calls: Calls) => Promise<ReadersBody>) => {
      // An earlier fetch would overwrite this answer.
      await queries.cancelQueries({ queryKey });
      return send(calls);
    },
    onSuccess: (body) => queries.setQueryData(queryKey, body),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

export function findCallPath(source: string, what: 'file' | 'remove'): string {
  return `/scanners/${encodeURIComponent(source)}/${what}`;
}
