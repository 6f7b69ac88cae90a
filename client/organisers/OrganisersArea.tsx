import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isInFrameOfAnotherSite } from '#client/ui/embedding.ts';
import { CallError } from './calls/call-error.ts';
import { SessionStore } from './session/session-store.ts';
import { SessionContext } from './session/use-session.ts';
import { ProblemScreen } from '#client/ui/ProblemScreen.tsx';
import { browserTimers } from '#client/live/timers.ts';
import { LocalSignIn } from './session/local-sign-in.ts';
import { logOnce } from '#client/live/log-once.ts';
import { endPush, findAlarmsWorker, keptAlarms } from '#client/worker/alarms-worker.ts';

function openSession(): SessionStore {
  const store = new SessionStore({
    timers: browserTimers,
    createProvider: async (info, calls) => {
      if (info.provider === 'local') return new LocalSignIn(info, calls);
      // Only organisers with accounts at Firebase load its code.
      const { createFirebaseSignIn } = await import('./session/firebase-sign-in.ts');
      return createFirebaseSignIn(info);
    },
    onSignOut: () => void endAlarms(),
  });
  void store.start();
  return store;
}

function OwnWindowOnly(): ReactNode {
  const { pathname, search } = useLocation();
  return (
    <ProblemScreen title="This screen needs a window of its own">
      <p>
        It is not shown inside another site’s page, where you could be tricked into pressing hidden
        buttons.
      </p>
      <p>
        <a className="pill" href={pathname + search} target="_blank" rel="noopener">
          Open it in its own window
        </a>
      </p>
    </ProblemScreen>
  );
}

// A push is shown at once; a timer, the default, is late in a window in the background.
notifyManager.setScheduler(queueMicrotask);

let opened: SessionStore | undefined;

interface AreaProps {
  readonly children: ReactNode;
}

/** Checks for a frame: embedded results lead here without loading a document, whose headers would forbid it. */
export function OrganisersArea({ children }: AreaProps): ReactNode {
  return isInFrameOfAnotherSite() ? <OwnWindowOnly /> : <OpenArea>{children}</OpenArea>;
}

function OpenArea({ children }: AreaProps): ReactNode {
  const [session] = useState(() => (opened ??= openSession()));
  const [queries] = useState(createQueries);
  useEffect(() => keepFetched(queries, session), [queries, session]);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <div className="organisers">{children}</div>
      </QueryClientProvider>
    </SessionContext>
  );
}

/** Clears the fetched data at a sign-out; refetches refused data after a sign-in. */
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
        // Only network failures are worth a retry.
        retry: (failures, error) =>
          failures < 3 && error instanceof CallError && error.status === undefined,
        // A race office may have a server and no internet.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

async function endAlarms(): Promise<void> {
  try {
    const registration = await findAlarmsWorker();
    if (registration) await endPush(registration, keptAlarms);
  } catch (error) {
    logOnce('the server has not ended the alarms yet', error);
  }
}
