import type { Socket } from 'socket.io-client';

import type { PageListener } from '#client/live/page-signals.ts';
import { RaceFeed } from '#client/live/race-feed.ts';
import { createRaceHttp } from '#client/live/race-http.ts';
import { createPublicSocket } from '#client/live/open-socket.ts';
import type { RaceCache } from '#client/live/race-cache.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { ServerClock } from '#client/live/server-clock.ts';

import { ManualTimers } from './manual-timers.ts';

/** A page's feed without the page. */
export interface OpenFeed {
  readonly store: RaceStore;
  readonly feed: RaceFeed;
  readonly socket: Socket;
  readonly timers: ManualTimers;
  /** The page wakes, with a network. */
  wake(): void;
  /** The browser reports that it has no network. */
  loseNetwork(): void;
}

/** The cache of a first visit. */
export const EMPTY_CACHE: RaceCache = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
};

/** Starts a feed, whose timers run only when the test advances them; `feed.stop()` ends it. */
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

/** Runs the timers of pages in real time; returns a function that stops that. */
export function turnClocks(pages: readonly OpenFeed[]): () => void {
  const clock = setInterval(() => {
    for (const { timers } of pages) timers.advance(TURN_MS);
  }, TURN_MS);
  return () => clearInterval(clock);
}
