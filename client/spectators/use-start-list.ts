import { useEffect, useSyncExternalStore } from 'react';
import { type RaceStore, useRaceStore } from '#client/live/race-store.tsx';
import { createRaceHttp } from '#client/live/race-http.ts';
import { browserTimers } from '#client/live/timers.ts';
import { NO_START_LIST, type StartList, SharedStartList } from './start-list.ts';

const http = createRaceHttp(browserTimers, () => undefined);

const lists = new WeakMap<RaceStore, SharedStartList>();

/** The registered runners, kept up to date while `isWanted`. */
export function useStartList(isWanted: boolean): StartList {
  const store = useRaceStore();
  let list = lists.get(store);
  if (!list) {
    list = new SharedStartList({ store, http, timers: browserTimers, random: Math.random });
    lists.set(store, list);
  }
  const shared = list;
  useEffect(() => (isWanted ? shared.want() : undefined), [shared, isWanted]);
  const shown = useSyncExternalStore(shared.subscribe, shared.getSnapshot, shared.getSnapshot);
  return isWanted ? shown : NO_START_LIST;
}
