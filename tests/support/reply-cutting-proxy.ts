import { connect, createServer } from 'node:net';

import { listenInTest } from './listen.ts';

const PONG = Buffer.from('+PONG\r\n');

export interface ReplyCuttingProxy {
  readonly url: string;
  /** The number of lost replies so far. */
  readonly cuts: number;
}

export interface ReplyCuttingOptions {
  /** The port of the Redis behind. */
  readonly port: number;
  /** Requests that may lose their reply. */
  readonly request: RegExp;
  /** Every `every`-th of them does, up to `most` in total. */
  readonly every: number;
  readonly most: number;
}

/** A proxy in front of a Redis that closes the connection after some requests were executed, before their reply. */
export async function startReplyCuttingProxy(
  options: ReplyCuttingOptions,
): Promise<ReplyCuttingProxy> {
  let seen = 0;
  let cuts = 0;
  const server = createServer((client) => {
    const redis = connect(options.port, '127.0.0.1');
    let isCutting = false;
    const end = (): void => {
      client.destroy();
      redis.destroy();
    };
    for (const socket of [client, redis]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (request) => {
      if (options.request.test(request.toString('latin1'))) {
        seen += 1;
        isCutting = seen % options.every === 0 && cuts < options.most;
      }
      redis.write(request);
    });
    redis.on('data', (reply) => {
      // Not the request's reply, but that of the client's own ping.
      if (!isCutting || reply.equals(PONG)) {
        client.write(reply);
        return;
      }
      cuts += 1;
      end();
    });
  });
  const port = await listenInTest(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    get cuts() {
      return cuts;
    },
  };
}
