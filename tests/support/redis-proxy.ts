import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { listenAnywhere } from './listen-anywhere.ts';

/**
 * `open`: data passes. `cut`: all connections are closed, new ones too. `stalled`: data is held back until the state
 * changes. `mute`: requests pass and replies are lost; connections that lost one are closed afterwards. `slow`: data takes
 * {@link SLOW_MS} each way, in order.
 */
export type ProxyState = 'open' | 'cut' | 'stalled' | 'mute' | 'slow';

/** Half a round trip by satellite. */
const SLOW_MS = 300;

export interface RedisProxy {
  readonly url: string;
  /** Changes the state of present and later connections. */
  set(state: ProxyState): void;
  /** Silently drops all data of the current connections, like a firewall that lost their state. */
  forget(): void;
  /** Closes the proxy and all connections. */
  close(): void;
}

/** One connection through the proxy. */
interface Pipe {
  readonly client: Socket;
  readonly redis: Socket;
  isForgotten: boolean;
  hasLostReply: boolean;
  /** Resolves once the data in transit has arrived; undefined without any. */
  toRedis: Promise<void> | undefined;
  toClient: Promise<void> | undefined;
}

/**
 * A proxy in front of a Redis (or another server) with faults of networks. `redisPlace` is a port, a function that
 * returns one, or a unix socket. `translate` may change replies, but not their length.
 */
export async function startRedisProxy(
  redisPlace: number | string | (() => number),
  translate: (reply: Buffer) => Buffer = (reply) => reply,
): Promise<RedisProxy> {
  const pipes = new Set<Pipe>();
  let state: ProxyState = 'open';
  const server = createServer((client) => {
    if (state === 'cut') {
      client.on('error', () => undefined);
      client.destroy();
      return;
    }
    const place = typeof redisPlace === 'function' ? redisPlace() : redisPlace;
    const redis = typeof place === 'string' ? connect(place) : connect(place, '127.0.0.1');
    const pipe: Pipe = {
      client,
      redis,
      isForgotten: false,
      hasLostReply: false,
      toRedis: undefined,
      toClient: undefined,
    };
    pipes.add(pipe);
    client.on('data', (bytes) => send(pipe, 'toRedis', bytes));
    redis.on('data', (bytes) => {
      if (state === 'mute') pipe.hasLostReply ||= !pipe.isForgotten;
      else send(pipe, 'toClient', translate(bytes));
    });
    for (const socket of [client, redis]) {
      socket.on('error', () => end(pipe));
      socket.on('close', () => {
        if (!pipe.isForgotten) end(pipe);
      });
    }
    if (state === 'stalled') pause(pipe);
  });
  const send = (pipe: Pipe, to: 'toRedis' | 'toClient', bytes: Buffer): void => {
    const socket = to === 'toRedis' ? pipe.redis : pipe.client;
    const write = (): void => {
      if (!pipe.isForgotten && !socket.destroyed) socket.write(bytes);
    };
    const before = pipe[to];
    if (state !== 'slow' && !before) {
      write();
      return;
    }
    const dueMs = performance.now() + (state === 'slow' ? SLOW_MS : 0);
    const writeInTurn = async (): Promise<void> => {
      await before;
      await delay(dueMs - performance.now());
      write();
      if (pipe[to] === sent) pipe[to] = undefined;
    };
    const sent = writeInTurn();
    pipe[to] = sent;
  };
  const end = (pipe: Pipe): void => {
    pipes.delete(pipe);
    pipe.client.destroy();
    pipe.redis.destroy();
  };
  const { port, close } = await listenAnywhere(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    set(next) {
      state = next;
      for (const pipe of pipes) {
        // After a lost reply, later replies would be assigned to the wrong requests.
        if (state === 'cut' || (pipe.hasLostReply && state !== 'mute')) end(pipe);
        else if (state === 'stalled') pause(pipe);
        else resume(pipe);
      }
    },
    forget() {
      for (const pipe of pipes) pipe.isForgotten = true;
    },
    close() {
      for (const pipe of pipes) end(pipe);
      close();
    },
  };
}

function pause({ client, redis }: Pipe): void {
  client.pause();
  redis.pause();
}

function resume({ client, redis }: Pipe): void {
  client.resume();
  redis.resume();
}
