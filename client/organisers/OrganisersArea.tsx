import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';

import { isInForeignFrame } from '#client/ui/foreign-frame.ts';
import { CallError } from './calls/call-error.ts';
import { OwnWindowOnly } from './frame/OwnWindowOnly.tsx';
import { openSession } from './session/open-session.ts';
import type { SessionStore } from './session/session-store.ts';
import { SessionContext } from './session/use-session.ts';

let opened: SessionStore | undefined;

/**
 * Around all of the organisers' screens. The results may be embedded anywhere,
 * and lead here without a further document whose header would forbid the frame.
 */
export function OrganisersArea(): ReactNode {
  return isInForeignFrame() ? <OwnWindowOnly /> : <OpenArea />;
}

/** What the screens share: who is signed in, and what has been fetched. */
function OpenArea(): ReactNode {
  const [session] = useState(() => (opened ??= openSession()));
  const [queries] = useState(createQueries);
  useEffect(() => keepFetched(queries, session), [queries, session]);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </SessionContext>
  );
}

/** What was fetched goes with whoever signs out; what was refused is fetched once somebody is in again. */
function keepFetched(queries: QueryClient, session: SessionStore): () => void {
  return session.subscribe(() => {
    const { kind } = session.getSnapshot();
    if (kind === 'signed-out') queries.clear();
    if (kind === 'signed-in') {
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
  });
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server refused it refuses again; only a network may come back.
        retry: (failures, error) =>
          failures < 3 && error instanceof CallError && error.status === undefined,
        // A race office often has no internet, which says nothing about the server next to it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
