import type { ServerContext } from '#server/context.ts';
import type { FirstOrganiser } from '#server/identity/create-identity.ts';
import { timing } from '#server/system/timing.mjs';

import { listen } from './listen.ts';

/** How long the end waits for answers under way. */
export const DRAIN_MS = timing('drainMs', 8_000);
/** How often finished connections are closed. */
const SWEEP_MS = 50;

/**
 * Listens at once, even without Redis: the page loads, `/readyz` names the problem, and the race appears when it can be
 * read. Returns the port. `onFirstOrganiser` is called if this instance made the account of the first start.
 */
export async function startServer(
  context: ServerContext,
  onFirstOrganiser: (organiser: FirstOrganiser) => void = () => undefined,
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
  keepTrying(connected, async () => health.start());
  // After the connection for commands, over which it reads.
  keepTrying(connected, () => follower.start());
  keepTrying(connected, () => readers.start());
  return port;

  function keepTrying(connected: Promise<void>, then: () => Promise<void>): void {
    connected.then(then).catch((error: unknown) => {
      if (!health.isDraining) logger.error({ err: error }, 'Connecting to Redis failed');
    });
  }
}

/**
 * Ends in order: no new connections, answers under way finish, sockets close, so that viewers reconnect to another
 * instance, then Redis.
 */
export async function stopServer(context: ServerContext): Promise<void> {
  const { health, http } = context;
  health.isDraining = true;
  // First, so that nobody connects who would be cut off a moment later.
  const answered = new Promise<void>((resolve) => void http.close(() => resolve()));
  const left = health.close();
  const ended = context.readers.close();
  context.answers.endConnections();
  context.follower.close();
  context.pastRaces.close();
  context.feed.close();
  context.adminFeed.close();
  context.guard.close();
  context.webPush.close();
  const closed = Promise.all([answered, context.sockets.close(), left, ended]);
  // Connections with answers under way would stay open after these.
  const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
  await closed;
  context.watch.close();
  await context.identity.close();
  clearInterval(sweep);
  clearTimeout(timer);
  context.store.close();
}
