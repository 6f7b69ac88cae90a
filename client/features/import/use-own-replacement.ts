import { useEffect } from 'react';

import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';

/** Whoever has just replaced the runners sees the outcome here, and not also the notice for everybody. */
export function useOwnReplacement(isOwn: boolean): void {
  const { isReplaced } = useLists();
  const feed = useOrganisersFeed();
  useEffect(() => {
    if (isOwn && isReplaced) feed.forgetReplaced();
  }, [feed, isOwn, isReplaced]);
}
