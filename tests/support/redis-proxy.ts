import { connect, createServer, type Socket } from 'node:net';

import { listenAnywhere } from './listen-anywhere.ts';

/**
 * What becomes of what is sent through a {@link RedisProxy}:
 * `open`: it passes. `cut`: connections are ended, also those that are made meanwhile. `stalled`: nothing
 * comes through for as long as it lasts, then all of it, as over a network that stood still. `mute`: Redis is
 * told everything and its replies are lost; the connections that lost one are ended with it.
 */
export type ProxyState = 'open' | 'cut' | 'stalled' | 'mute';

export interface RedisProxy {
  readonly url: string;
  /** How many connections were ever made. */
  readonly connections: number;
  /** Changes what becomes of the connections there are and of those to come. */
  set(state: ProxyState): void;
  /** Lets nothing more through on the connections there are, and ends none: a firewall that forgot them. */
  forget(): void;
  /** Ends it, with all connections. */
  close(): void;
}

/** One connection through the proxy. */
interface Pipe {
  readonly client: Socket;
  readonly redis: Socket;
  isForgotten: boolean;
  hasLostReply: boolean;
}

/**
 * Stands before a Redis and does to its connections what networks do. The port is a function where Redis may come back at
 * another. `translate`: what becomes of a reply, as long as it is.
 */
export async function startRedisProxy(
  redisPort: number | (() => number),
  translate: (reply: Buffer) => Buffer = (reply) => reply,
): Promise<RedisProxy> {
  const pipes = new Set<Pipe>();
  let state: ProxyState = 'open';
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    if (state === 'cut') {
      client.on('error', () => undefined);
      client.destroy();
      return;
    }
    const redis = connect(typeof redisPort === 'number' ? redisPort : redisPort(), '127.0.0.1');
    const pipe: Pipe = { client, redis, isForgotten: false, hasLostReply: false };
    pipes.add(pipe);
    client.on('data', (bytes) => {
      if (!pipe.isForgotten) redis.write(bytes);
    });
    redis.on('data', (bytes) => {
      if (pipe.isForgotten) return;
      if (state === 'mute') pipe.hasLostReply = true;
      else client.write(translate(bytes));
    });
    for (const socket of [client, redis]) {
      socket.on('error', () => end(pipe));
      socket.on('close', () => {
        if (!pipe.isForgotten) end(pipe);
      });
    }
    if (state === 'stalled') pause(pipe);
  });
  const end = (pipe: Pipe): void => {
    pipes.delete(pipe);
    pipe.client.destroy();
    pipe.redis.destroy();
  };
  const { port, close } = await listenAnywhere(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    set(next) {
      state = next;
      for (const pipe of pipes) {
        // A stream that lacks a reply would give every later request the reply of another.
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
