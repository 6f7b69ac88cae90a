import type { Socket } from 'socket.io-client';

import type { PageListener } from '#client/live/page-signals.ts';
import { RaceFeed } from '#client/live/race-feed.ts';
import { createRaceHttp } from '#client/live/race-http.ts';
import { createPublicSocket } from '#client/live/open-socket.ts';
import type { RaceCache } from '#client/live/race-cache.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { ServerClock } from '#client/live/server-clock.ts';

import { ManualTimers } from './manual-timers.ts';

/** A page's feed without the page, and the handles a test needs. */
export interface OpenFeed {
  readonly store: RaceStore;
  readonly feed: RaceFeed;
  readonly socket: Socket;
  readonly timers: ManualTimers;
  /** The page wakes up, and the browser has a network. */
  wake(): void;
  /** The browser says that it has no network, whatever still comes through. */
  loseNetwork(): void;
}

/** Of a browser that was never here, or keeps nothing. */
export const EMPTY_CACHE: RaceCache = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(false),
};

/** Starts a feed on a server; its alarms go off only when its timers are turned. `feed.stop()` ends it. */
export function startFeed(origin: string, cache: RaceCache = EMPTY_CACHE): OpenFeed {
  const timers = new ManualTimers(Date.now());
  const store = new RaceStore();
  const clock = new ServerClock();
  const socket = createPublicSocket(origin);
  const listeners = new Set<PageListener>();
  let isOnline = true;
  const feed = new RaceFeed({
    store,
    clock,
    socket,
    timers,
    http: createRaceHttp(timers, (sample) => void clock.add(sample), origin),
    signals: {
      isOnline: () => isOnline,
      isHidden: () => false,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    random: () => 0.5,
    cache,
  });
  feed.start();
  return {
    store,
    feed,
    socket,
    timers,
    wake: () => {
      isOnline = true;
      for (const { onWake } of listeners) onWake();
    },
    loseNetwork: () => {
      isOnline = false;
      for (const { onOffline } of listeners) onOffline();
    },
  };
}

const TURN_MS = 50;

/** Has the clocks of pages go by themselves, until the function that is returned is called. */
export function turnClocks(pages: readonly OpenFeed[]): () => void {
  const clock = setInterval(() => {
    for (const { timers } of pages) timers.advance(TURN_MS);
  }, TURN_MS);
  return () => clearInterval(clock);
}
