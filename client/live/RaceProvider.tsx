import { type ReactNode, createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveRace, RaceStore } from './race-store.ts';

const RaceStoreContext = createContext<RaceStore | undefined>(undefined);

/** The store of the race that is shown. Throws outside the provider. */
export function useRaceStore(): RaceStore {
  const store = useContext(RaceStoreContext);
  if (!store) throw new Error('RaceStoreContext has no value: render inside its provider.');
  return store;
}

/** The race as it stands; renders again after every change. */
export function useRace(): LiveRace {
  const store = useRaceStore();
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}

export interface RaceProviderProps {
  readonly store: RaceStore;
  readonly children: ReactNode;
}

/** Shows a race to what is in here: on the page the one of `openRace`. */
export function RaceProvider({ store, children }: RaceProviderProps): ReactNode {
  return <RaceStoreContext value={store}>{children}</RaceStoreContext>;
}
