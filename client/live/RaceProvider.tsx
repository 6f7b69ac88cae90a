import { type ReactNode, useState, createContext, useContext, useSyncExternalStore } from 'react';
import { RaceStore, type LiveRace } from './race-store.ts';
import { createPublicSocket } from './open-socket.ts';
import { logOnce } from './log-once.ts';
import { browserSignals, onPageHidden } from './page-signals.ts';
import { RaceFeed } from './race-feed.ts';
import { createRaceHttp } from './race-http.ts';
import { type RaceShelf, openRaceShelf } from './race-shelf.ts';
import { ServerClock } from './server-clock.ts';
import { browserTimers, whenIdle } from './timers.ts';

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
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

const STORAGE_KEY = 'splitcast-reloaded-for';

/**
 * Reloads the page because the server speaks a newer protocol, once for each:
 * a page that is still old after that came from a stale cache, and reloading
 * for ever would help nobody. Returns false when it does not reload.
 */
function reloadOnce(protocol: number): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === String(protocol)) return false;
    sessionStorage.setItem(STORAGE_KEY, String(protocol));
  } catch {
    // Without storage nothing tells a first reload from a hundredth one.
    return false;
  }
  location.reload();
  return true;
}

/** Starts following the race of the host the page came from, for as long as the page is open. */
function openRace(): RaceStore {
  const store = new RaceStore();
  const clock = new ServerClock();
  const shelf = openRaceShelf();
  const feed = new RaceFeed({
    store,
    clock,
    http: createRaceHttp(browserTimers, (sample) => {
      if (clock.add(sample)) store.update({ clockOffsetMs: clock.offsetMs });
    }),
    socket: createPublicSocket(),
    timers: browserTimers,
    signals: browserSignals,
    reloadPage: reloadOnce,
    random: Math.random,
    shelf,
  });
  feed.start();
  whenIdle(() => void startKeeping(store, shelf));
  return store;
}

/** Leaves the race for the next visit. Not needed to see it: what does it comes after the page. */
async function startKeeping(store: RaceStore, shelf: RaceShelf): Promise<void> {
  try {
    const { RaceKeeper } = await import('./race-keeper.ts');
    const timers = browserTimers;
    new RaceKeeper({ store, shelf, timers, whenIdle, onHide: onPageHidden }).start();
  } catch (error) {
    logOnce('nothing is kept for the next visit', error);
  }
}

let opened: RaceStore | undefined;

/** Follows the race from the first screen that shows it, until the page is closed. */
export function RaceProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [store] = useState(() => (opened ??= openRace()));
  return <RaceStoreContext value={store}>{children}</RaceStoreContext>;
}
