import { hostname } from 'node:os';

import type { ServerContext } from '#server/context.ts';
import type { FirstOrganiser } from '#server/identity/create-identity.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { timing } from '#server/system/timing.mjs';

import { listen } from './listen.ts';

/** Longest wait for answers under way when the process ends. */
export const DRAIN_MS = timing('drainMs', 8_000);
/** The setting that gives each web worker its place among those on the port. */
export const PLACE_SETTING = 'WORKER_PLACE';
/** How often finished connections are closed. */
const SWEEP_MS = 50;

export interface StartOptions {
  /** Called with the account of the first start if this instance made it. */
  readonly onFirstOrganiser?: (organiser: FirstOrganiser) => void;
}

/**
 * Starts listening at once, before Redis is there: the page loads, `/readyz` says what is missing,
 * and the race appears when it can be read. Resolves with the port listened on.
 */
export async function startServer(
  context: ServerContext,
  { onFirstOrganiser = () => undefined }: StartOptions = {},
): Promise<number> {
  const { config, follower, health, http, identity, logger, pastRaces, race, readers, store } =
    context;
  const port = await listen(http, config);
  pastRaces.start((count) => race.setPastRaces(count));
  const connected = store.connect();
  keepTrying(connected, async () => {
    const organiser = await identity.start();
    if (organiser) onFirstOrganiser(organiser);
  });
  keepTrying(connected, async () => health.start(namePlace(config.host, port)));
  // Only now: it reads over this connection, while its own may connect first.
  keepTrying(connected, () => follower.start());
  keepTrying(connected, () => readers.start());
  return port;

  function keepTrying(connected: Promise<void>, then: () => Promise<void>): void {
    connected.then(then).catch((error: unknown) => {
      if (!health.isDraining) logger.error({ err: error }, 'Connecting to Redis failed');
    });
  }
}

/** An instance that was killed and started again takes its own place: Health must not miss the one before. */
function namePlace(host: string, port: number): string {
  return [hostname(), host, port, readEnv()[PLACE_SETTING] ?? 0].join(' ');
}

/**
 * Ends in order: no new connections, answers under way finish, sockets close so that the viewers
 * reconnect to another instance, then Redis.
 */
export async function stopServer(context: ServerContext): Promise<void> {
  const {
    adminFeed,
    answers,
    corrections,
    feed,
    follower,
    guard,
    health,
    http,
    identity,
    pastRaces,
    readers,
    sockets,
    store,
    watch,
    webPush,
  } = context;
  health.isDraining = true;
  // First, so that nobody is let in who would be cut off a moment later.
  const answered = new Promise<void>((resolve) => void http.close(() => resolve()));
  const left = health.close();
  const ended = readers.close();
  answers.endConnections();
  follower.close();
  pastRaces.close();
  corrections.close();
  feed.close();
  adminFeed.close();
  guard.close();
  webPush.close();
  const closed = Promise.all([answered, sockets.close(), left, ended]);
  // A connection whose answer had begun stays open after it, waiting for the next request.
  const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
  await closed;
  watch.close();
  await identity.close();
  clearInterval(sweep);
  clearTimeout(timer);
  store.close();
}
