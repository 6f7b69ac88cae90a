import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';

import { CallError } from './calls/call-error.ts';
import { openSession } from './session/open-session.ts';
import type { SessionStore } from './session/session-store.ts';
import { SessionContext } from './session/use-session.ts';

let opened: SessionStore | undefined;

/** What all of the organisers' screens share: who is signed in, and what has been fetched. */
export function OrganisersArea(): ReactNode {
  const [session] = useState(() => (opened ??= openSession()));
  const [queries] = useState(createQueries);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </SessionContext>
  );
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
