import type { ReactNode } from 'react';
import { useEffect, useMemo } from 'react';

import { ObservableState } from '../../live/observable-state.ts';
import { createOrganisersSocket } from '../../live/open-socket.ts';
import { browserSignals } from '../../live/page-signals.ts';
import { browserTimers } from '../../live/timers.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { createListsHttp } from './lists-http.ts';
import { NO_LISTS } from './lists.ts';
import { OrganisersFeed } from './organisers-feed.ts';
import type { OpenLists } from './use-lists.ts';
import { ListsContext } from './use-lists.ts';

/** Follows the organisers' lists while somebody is signed in; what was there stays when a session ends. */
export function ListsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSessionStore();
  const isSignedIn = useSession().kind === 'signed-in';
  const open = useMemo(() => openLists(session), [session]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    open.feed.start();
    return () => {
      open.feed.stop();
    };
  }, [open, isSignedIn]);
  return <ListsContext value={open}>{children}</ListsContext>;
}

function openLists(session: SessionStore): OpenLists {
  const lists = new ObservableState(NO_LISTS);
  const feed = new OrganisersFeed({
    lists,
    http: createListsHttp(session.calls),
    socket: createOrganisersSocket(() => session.findToken(false)),
    timers: browserTimers,
    signals: browserSignals,
    checkSession: () => session.check(),
  });
  return { lists, feed };
}
