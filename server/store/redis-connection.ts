import { createClient } from 'redis';

import type { Logger } from '#server/observe/logger.ts';

export type RedisClient = ReturnType<typeof createRedisClient>;

/** Longest pause between two attempts to reach Redis again. */
const MAX_RECONNECT_PAUSE_MS = 1_000;

/** A connection on which nothing comes for this long is given up: the way to Redis is broken unnoticed. */
const SILENCE_MS = 10_000;
/** A healthy connection is not silent for longer than this. */
const PING_INTERVAL_MS = 3_000;

/**
 * A client that reconnects for ever and says so once per outage. While Redis
 * is away commands fail at once instead of piling up: an error means that the
 * outcome is unknown, and the caller decides whether to try again.
 */
export function createRedisClient(url: string, role: string, logger: Logger) {
  const client = createClient({
    url,
    RESP: 2,
    name: `splitcast-${role}`,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: 5_000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_PAUSE_MS),
    },
  });
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) logger.error({ err: error, role }, 'Redis cannot be reached; trying again');
    isDown = true;
  });
  client.on('ready', () => {
    if (isDown) logger.info({ role }, 'Redis is back');
    isDown = false;
  });
  return client;
}
