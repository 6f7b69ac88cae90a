import type { AddressInfo } from 'node:net';

import type { ServerContext } from '#server/context.ts';
import type { FirstOrganiser } from '#server/identity/first-organiser.ts';
import { timing } from '#server/system/timing.mjs';

/** Pending connections the kernel holds while a crowd comes back at once. */
const LISTEN_BACKLOG = 4_096;
/** Longest wait for answers under way when the process ends. */
export const DRAIN_MS = timing('drainMs', 8_000);
/** How often connections are looked for whose answers are through. */
const SWEEP_MS = 50;

/** A start that cannot succeed, in a sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Starts listening at once, before Redis is there: the page loads, `/readyz`
 * says what is missing, and the race appears when it can be read. Resolves
 * with the port listened on; `onFirstOrganiser` is told of the account of the
 * first start if this instance made it.
 */
export async function startServer(
  context: ServerContext,
  onFirstOrganiser: (organiser: FirstOrganiser) => void = () => undefined,
): Promise<number> {
  const { config, follower, health, http, identity, logger, store } = context;
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(describeListenError(error, config)),
    );
    http.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG }, resolve);
  });
  const connected = store.connect();
  keepTrying(connected, async () => {
    const organiser = await identity.start();
    if (organiser) onFirstOrganiser(organiser);
  });
  keepTrying(connected, async () => health.start());
  // Not before: what it reads goes over this connection, and its own may stand first.
  keepTrying(connected, () => follower.start());
  return (http.address() as AddressInfo).port;

  function keepTrying(connected: Promise<void>, then: () => Promise<void>): void {
    connected.then(then).catch((error: unknown) => {
      if (!health.isDraining) logger.error({ err: error }, 'Connecting to Redis failed');
    });
  }
}

/**
 * Ends in order: no new viewers, answers under way finish, sockets close so
 * that the viewers come back to another instance, then Redis.
 */
export async function stopServer(context: ServerContext): Promise<void> {
  const {
    adminFeed,
    answers,
    feed,
    follower,
    guard,
    health,
    http,
    identity,
    sockets,
    store,
    watch,
    webPush,
  } = context;
  health.isDraining = true;
  health.close();
  answers.endConnections();
  follower.close();
  feed.close();
  adminFeed.close();
  guard.close();
  webPush.close();
  const closed = sockets.close();
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

function describeListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program.\nEnd that program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} may only be opened by the administrator.\nChoose one above 1023: PORT=3000 npm start`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      `HOST is ${JSON.stringify(host)}, which is no address of this machine.\nUse 0.0.0.0 for all of its addresses.`,
    );
  }
  return error;
}
