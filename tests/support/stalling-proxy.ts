import { connect, createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';
import { listenInTest } from './listen.ts';

export interface StallingProxy {
  readonly url: string;
  /** How many connections were ever made. */
  readonly connections: number;
  /** Lets nothing through on the connections there are, and ends none: a firewall that forgot them. */
  stall(): void;
}

/** Stands before a Redis and can let its connections go silent without ending them. */
export async function startStallingProxy(port: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let stalled = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const redis = connect(port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      redis.destroy();
    };
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!stalled.has(from)) to.write(bytes);
      });
      from.on('error', end);
      from.on('close', () => {
        sockets.delete(from);
        if (!stalled.has(from)) end();
      });
    }
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const proxyPort = await listenInTest(server);
  return {
    url: `redis://127.0.0.1:${proxyPort}`,
    get connections() {
      return connections;
    },
    stall() {
      stalled = new Set(sockets);
    },
  };
}
