import { createPublicSocket } from './open-socket.ts';
import { browserSignals } from './page-signals.ts';
import { RaceFeed } from './race-feed.ts';
import { createRaceHttp } from './race-http.ts';
import { RaceStore } from './race-store.ts';
import { reloadOnce } from './reload-once.ts';
import { ServerClock } from './server-clock.ts';
import { browserTimers } from './timers.ts';

/** Starts following the race of the host the page came from, for as long as the page is open. */
export function openRace(): RaceStore {
  const store = new RaceStore();
  const clock = new ServerClock();
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
  });
  feed.start();
  return store;
}
