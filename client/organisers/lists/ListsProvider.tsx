import {
  type ReactNode,
  useEffect,
  useMemo,
  createContext,
  useContext,
  useSyncExternalStore,
} from 'react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import { createOrganisersSocket } from '../../live/open-socket.ts';
import { browserSignals } from '../../live/page-signals.ts';
import { browserTimers } from '../../live/timers.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { type Lists, MISSING_KEY, type Missing, RUNNERS_KEY } from './lists.ts';
import { OrganisersFeed } from './organisers-feed.ts';
import type { RunnerList } from './runner-list.ts';

const FeedContext = createContext<OrganisersFeed | undefined>(undefined);

export function useOrganisersFeed(): OrganisersFeed {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('FeedContext has no value: render inside its provider.');
  return feed;
}

const NO_RUNNERS = { runners: undefined, everyone: [], byId: new Map() } as const;

/** Only the feed fetches; its lists are large, and new objects wherever they changed. */
const AS_LEFT = { queryFn: skipToken, structuralSharing: false } as const;

/** The organisers' lists; a part of them is a new object after each of its changes. */
export function useLists(): Lists {
  const { status } = useOrganisersFeed();
  const { data: list } = useQuery<RunnerList>({ queryKey: RUNNERS_KEY, ...AS_LEFT });
  const { data: missing } = useQuery<Missing>({ queryKey: MISSING_KEY, ...AS_LEFT });
  return {
    ...useSyncExternalStore(status.subscribe, status.getSnapshot),
    ...(list ? { runners: list.runners, everyone: list.runners, byId: list.byId } : NO_RUNNERS),
    missing,
  };
}

/** Keeps the organisers' lists fresh while somebody is signed in; after that they stay as they are. */
export function ListsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSessionStore();
  const isSignedIn = useSession().kind === 'signed-in';
  const queries = useQueryClient();
  const feed = useMemo(
    () =>
      new OrganisersFeed({
        calls: session.calls,
        queries,
        socket: createOrganisersSocket(() => session.findToken()),
        timers: browserTimers,
        signals: browserSignals,
        checkSession: () => session.check(),
      }),
    [session, queries],
  );
  useEffect(() => {
    if (!isSignedIn) return undefined;
    feed.start();
    return () => feed.stop();
  }, [feed, isSignedIn]);
  return <FeedContext value={feed}>{children}</FeedContext>;
}
