import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  MultiErrorReply,
  ReconnectStrategyError,
  ScanIteratorInterruptedError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
} from 'redis';

import type { RedisSettings } from '#server/config/redis-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { RedisNode } from '#server/system/redis-address.mjs';
import { timing } from '#server/system/timing.mjs';

import { connectionOptions, findServer } from './find-server.ts';
import { createFailoverClient } from './failover-client.ts';
import { newClient, type PlainClient } from './new-client.ts';

/** A client of the server that holds the race, whichever it is. */
export type RedisClient = PlainClient & {
  /** How many replicas must have a change of the record before it counts as kept. */
  readonly waitReplicas: number;
  /** How often it has connected. */
  readonly connections: number;
  /** Why there is no connection, where sentinels or a cluster name the server. */
  readonly problem?: string | undefined;
};

/** Longest pause between two attempts to reconnect. */
const MAX_RECONNECT_PAUSE_MS = 1_000;

/** A connection that is silent for this long is dropped: the link to Redis broke unnoticed. */
const SILENCE_MS = timing('redisSilenceMs', 10_000);
/** A healthy connection is not silent for longer than this. */
const PING_INTERVAL_MS = timing('redisPingMs', 3_000);

/**
 * A client that reconnects for ever and logs each outage once. While Redis is away commands fail at once instead of
 * queueing: an error means that the outcome is unknown, and the caller decides whether to try again.
 */
export function createRedisClient(
  redis: RedisSettings,
  raceKey: string,
  role: string,
  logger: Logger,
): RedisClient {
  const [server] = redis.nodes;
  const plain =
    redis.form === 'server' && server
      ? createPlainClient(redis, server, role, pauseMs)
      : createFailoverClient({
          find: () => findServer(redis, raceKey),
          create: (node) => createPlainClient(redis, node, role, false),
          pauseMs,
        });
  const client = Object.assign(plain, { waitReplicas: redis.waitReplicas, connections: 0 });
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) logger.error({ err: error, role }, 'Redis cannot be reached; trying again');
    isDown = true;
  });
  client.on('ready', () => {
    client.connections += 1;
    if (isDown) logger.info({ role }, 'Redis is back');
    isDown = false;
  });
  return client;
}

function pauseMs(failures: number): number {
  return Math.min(50 * 2 ** failures, MAX_RECONNECT_PAUSE_MS);
}

function createPlainClient(
  redis: RedisSettings,
  server: RedisNode,
  role: string,
  reconnectStrategy: false | ((retries: number) => number),
) {
  const options = connectionOptions(redis, server);
  return newClient({
    ...options,
    name: `splitcast-${role}`,
    disableClientInfo: true,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      ...options.socket,
      connectTimeout: 5_000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy,
    },
  });
}

const CONNECTION_ERRORS = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ReconnectStrategyError,
  ScanIteratorInterruptedError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
];

/** The system's codes for a connection; the client passes these errors on unchanged. */
const CONNECTION_CODE =
  /^(EAI_AGAIN|ECONN(ABORTED|REFUSED|RESET)|EHOST(DOWN|UNREACH)|ENET(DOWN|RESET|UNREACH)|ENOTCONN|ENOTFOUND|EPIPE|ETIMEDOUT|ERR_TLS_\w+|CERT_\w+)$/;

/** The refusals of Redis, and what each means for the record. */
const REFUSALS: Readonly<Record<string, string>> = {
  ASK: 'is being moved',
  BUSY: 'is busy',
  CLUSTERDOWN: 'lies on a cluster that is not whole',
  DAMAGED: 'is damaged: the log says where, and the newest backup can be restored',
  LOADING: 'is still being loaded',
  MASTERDOWN: 'lies on a Redis that has lost its main one',
  MISCONF: 'cannot be written, since Redis cannot write to its disk',
  MOVED: 'has been moved',
  NOAUTH: 'asks for another password than this server has',
  NOPERM: 'does not let this server do that',
  NOREPLICAS: 'lies on a Redis that has lost its copies',
  OOM: 'cannot be written, since Redis has no memory left',
  READONLY: 'lies on a Redis that cannot be written',
  SCHEMA: 'has the schema of another release: start that release again',
  TRYAGAIN: 'is being moved',
  UNKILLABLE: 'is busy',
  WRONGPASS: 'asks for another password than this server has',
  WRONGTYPE: 'is damaged: one of its keys is no hash any more',
};

/**
 * At the start of an answer, or, before Redis 7, within the error of a script: `ERR Error running script …: -OOM …`.
 */
const REFUSAL = new RegExp(`(?:^|[ :]-)(${Object.keys(REFUSALS).join('|')})\\b`);
const TOO_MANY = /max number of clients/;

interface RecordUnavailable {
  /** In words, to follow "The race record". */
  readonly reason: string;
  /** Whether the write may nevertheless have happened. */
  readonly isUnknown: boolean;
}

/** A change was made, but fewer replicas than required confirmed it in time. */
export class TooFewCopiesError extends Error {
  override readonly name = 'TooFewCopiesError';
}

/** A command was decided again and again, and somebody else was quicker each time: nothing was written. */
export class BusyRecordError extends Error {
  override readonly name = 'BusyRecordError';
}

const UNREACHABLE: RecordUnavailable = { reason: 'cannot be reached', isUnknown: true };

/** Why a call failed if the record cannot be used at present; undefined for a fault of ours. */
export function explainUnavailable(error: unknown): RecordUnavailable | undefined {
  if (error instanceof MultiErrorReply) {
    return error.replies.map(explainUnavailable).find((away) => away !== undefined);
  }
  if (error instanceof ErrorReply) {
    const code = REFUSAL.exec(error.message)?.[1] ?? '';
    const reason = REFUSALS[code];
    // A script may have written before it met a key of another kind.
    if (reason !== undefined) return { reason, isUnknown: code === 'WRONGTYPE' };
    return TOO_MANY.test(error.message) ? UNREACHABLE : undefined;
  }
  if (error instanceof TooFewCopiesError) {
    return { reason: 'lies on a Redis whose copies do not keep up', isUnknown: true };
  }
  if (error instanceof BusyRecordError) return { reason: 'is busy', isUnknown: false };
  if (CONNECTION_ERRORS.some((type) => error instanceof type)) return UNREACHABLE;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CONNECTION_CODE.test(code) ? UNREACHABLE : undefined;
}
