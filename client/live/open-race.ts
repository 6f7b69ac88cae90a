import { keepRace } from './keep-race.ts';
import { createPublicSocket } from './open-socket.ts';
import { logOnce } from './log-once.ts';
import { findScreen } from '#shared/wire/screens.ts';
import { browserSignals, onPageHidden } from './page-signals.ts';
import { RaceFeed } from './race-feed.ts';
import { type RaceHttp, createRaceHttp } from './race-http.ts';
import { openRaceCache } from './race-cache.ts';
import { RaceStore } from './race-store.tsx';
import { ServerClock } from './server-clock.ts';
import { browserTimers, whenIdle } from './timers.ts';

function startRace(): RaceStore {
  const store = new RaceStore();
  const clock = new ServerClock();
  const cache = openRaceCache();
  const http = createRaceHttp(browserTimers, (sample) => {
    if (clock.add(sample)) store.update({ clockOffsetMs: clock.offsetMs });
  });
  const feed = new RaceFeed({
    store,
    clock,
    http,
    socket: createPublicSocket(),
    timers: browserTimers,
    signals: browserSignals,
    random: Math.random,
    cache,
  });
  const screen = findScreen(location.pathname);
  if (screen?.name === 'runner') void loadRunner(screen.asked, store, http);
  feed.start();
  keepRace({ store, cache, timers: browserTimers, whenIdle, onHide: onPageHidden });
  return store;
}

/** Fetches the runner whose page this is: one runner arrives sooner than the field. */
async function loadRunner(asked: string, store: RaceStore, http: RaceHttp): Promise<void> {
  try {
    const runner = await http.fetchRunner(asked);
    if (runner) store.update({ runner });
  } catch (error) {
    logOnce('the runner cannot be fetched', error);
  }
}

let opened: RaceStore | undefined;

/** Follows the race of the page's host, from the first call until the page closes. */
export function openRace(): RaceStore {
  return (opened ??= startRace());
}
