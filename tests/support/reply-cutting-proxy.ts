import { connect, createServer } from 'node:net';

import { listenInTest } from './listen.ts';

const PONG = Buffer.from('+PONG\r\n');

export interface ReplyCuttingProxy {
  readonly url: string;
  /** How many replies were lost so far. */
  readonly cuts: number;
}

export interface ReplyCuttingOptions {
  /** The port of the Redis behind. */
  readonly port: number;
  /** Which requests lose their reply. */
  readonly request: RegExp;
  /** Of these each `every`-th does, up to `most` in all. */
  readonly every: number;
  readonly most: number;
}

/** A proxy in front of a Redis that ends the connection after some requests were executed and before their reply. */
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
      // An answer to the client's earlier ping is no answer to the request.
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
