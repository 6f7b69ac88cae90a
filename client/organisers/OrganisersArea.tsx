import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isInFrameOfAnotherSite } from '#client/ui/embedding.ts';
import { CallError } from './calls/call-error.ts';
import { SessionStore } from './session/session-store.ts';
import { SessionContext } from './session/use-session.ts';
import { ProblemScreen } from '#client/ui/ProblemScreen.tsx';
import { browserTimers } from '#client/live/timers.ts';
import { endAlarms } from './session/end-alarms.ts';
import { createLocalSignIn } from './session/local-sign-in.ts';

/** Finds out who is signed in at this browser, and keeps knowing it while the page is open. */
function openSession(): SessionStore {
  const store = new SessionStore({
    timers: browserTimers,
    createProvider: async (info) => {
      if (info.provider === 'local') return createLocalSignIn();
      // Only those who sign in at Firebase fetch its part of the page.
      const { createFirebaseSignIn } = await import('./session/firebase-sign-in.ts');
      return createFirebaseSignIn(info);
    },
    onSignOut: () => void endAlarms(),
  });
  void store.start();
  return store;
}

/** Stands in for an organisers' screen inside the page of another site, and leads to the screen itself. */
function OwnWindowOnly(): ReactNode {
  const { pathname, search } = useLocation();
  return (
    <ProblemScreen title="This screen needs a window of its own">
      <p>
        It is not shown inside the page of another site, where one could be led to press buttons
        that one does not see.
      </p>
      <p>
        <a href={pathname + search} target="_blank" rel="noopener">
          Open it in its own window
        </a>
      </p>
    </ProblemScreen>
  );
}

let opened: SessionStore | undefined;

interface AreaProps {
  /** The screen. */
  readonly children: ReactNode;
}

/**
 * Around all of the organisers' screens. The results may be embedded anywhere,
 * and lead here without a further document whose header would forbid the frame.
 */
export function OrganisersArea({ children }: AreaProps): ReactNode {
  return isInFrameOfAnotherSite() ? <OwnWindowOnly /> : <OpenArea>{children}</OpenArea>;
}

/** What the screens share: who is signed in, and what has been fetched. */
function OpenArea({ children }: AreaProps): ReactNode {
  const [session] = useState(() => (opened ??= openSession()));
  const [queries] = useState(createQueries);
  useEffect(() => keepFetched(queries, session), [queries, session]);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
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
