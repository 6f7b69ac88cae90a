import {
  type ReactNode,
  useEffect,
  useMemo,
  createContext,
  useContext,
  useSyncExternalStore,
} from 'react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

import { ObservableState } from '../../live/observable-state.ts';
import { createOrganisersSocket } from '../../live/open-socket.ts';
import { browserSignals } from '../../live/page-signals.ts';
import { browserTimers } from '../../live/timers.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { NO_LISTS, type Lists } from './lists.ts';
import { OrganisersFeed } from './organisers-feed.ts';

interface OpenLists {
  readonly lists: ObservableState<Lists>;
  readonly feed: OrganisersFeed;
}

const ListsContext = createContext<OpenLists | undefined>(undefined);

function useOpenLists(): OpenLists {
  const open = useContext(ListsContext);
  if (!open) throw new Error('ListsContext has no value: render inside its provider.');
  return open;
}

export function useLists(): Lists {
  const { lists } = useOpenLists();
  return useSyncExternalStore(lists.subscribe, lists.getSnapshot);
}

export function useOrganisersFeed(): OrganisersFeed {
  return useOpenLists().feed;
}

/** Keeps the organisers' lists fresh while somebody is signed in; after that they stay as they are. */
export function ListsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSessionStore();
  const isSignedIn = useSession().kind === 'signed-in';
  const queries = useQueryClient();
  const open = useMemo(() => openLists(session, queries), [session, queries]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    open.feed.start();
    return () => open.feed.stop();
  }, [open, isSignedIn]);
  return <ListsContext value={open}>{children}</ListsContext>;
}

function openLists(session: SessionStore, queries: QueryClient): OpenLists {
  const lists = new ObservableState(NO_LISTS);
  const feed = new OrganisersFeed({
    lists,
    calls: session.calls,
    queries,
    socket: createOrganisersSocket(() => session.findToken()),
    timers: browserTimers,
    signals: browserSignals,
    checkSession: () => session.check(),
  });
  return { lists, feed };
}
