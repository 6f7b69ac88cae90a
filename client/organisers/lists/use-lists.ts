import { createContext, useContext, useSyncExternalStore } from 'react';

import type { ObservableState } from '../../live/observable-state.ts';
import type { Lists } from './lists.ts';
import type { OrganisersFeed } from './organisers-feed.ts';

/** The lists and what keeps them fresh. */
export interface OpenLists {
  readonly lists: ObservableState<Lists>;
  readonly feed: OrganisersFeed;
}

export const ListsContext = createContext<OpenLists | undefined>(undefined);

function useOpenLists(): OpenLists {
  const open = useContext(ListsContext);
  if (!open) throw new Error('ListsContext has no value: render inside its provider.');
  return open;
}

/** The organisers' lists as they stand; renders again after every change. */
export function useLists(): Lists {
  const { lists } = useOpenLists();
  return useSyncExternalStore(lists.subscribe, lists.getSnapshot);
}

/** What keeps the lists fresh, and tells the others what is edited here. */
export function useOrganisersFeed(): OrganisersFeed {
  return useOpenLists().feed;
}
