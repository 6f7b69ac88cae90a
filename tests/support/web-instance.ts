import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import type { Agent } from 'supertest';
import supertest from 'supertest';
import { onTestFinished } from 'vitest';

import { parseServerConfig } from '#server/config.ts';
import type { ServerContext } from '#server/context.ts';
import { createContext } from '#server/context.ts';
import { startServer, stopServer } from '#server/lifecycle.ts';
import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-api.ts';
import { AUTH_HEADER } from '#shared/wire/admin-api.ts';

import { eventually } from './eventually.ts';
import { createTempFolder } from './temp-folder.ts';

export type AdminClient = Socket<AdminServerEvents, AdminClientEvents>;

/** A whole web instance on a port of its own, ended with the test. */
export interface WebInstance {
  readonly context: ServerContext;
  readonly url: string;
  /** Calls without a token. */
  readonly http: Agent;
  /** Calls that carry this token. */
  readonly as: (token: string) => Agent;
  /** Opens a socket on namespace `/admin`. */
  readonly connectAdmin: (token: string) => AdminClient;
  /** Ends it before the test does. */
  readonly stop: () => Promise<void>;
}

export interface WebInstanceOptions {
  readonly redisUrl: string;
  readonly raceKey: string;
}

/** What stands in for the pictures the product ships with. */
export const SHIPPED_LOGO = 'the logo the product ships with';

/** Starts an instance and waits until it has loaded the race. */
export async function startWebInstance(options: WebInstanceOptions): Promise<WebInstance> {
  const pageRoot = createTempFolder();
  writeFileSync(join(pageRoot, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(pageRoot, 'logo.png'), SHIPPED_LOGO);
  const config = parseServerConfig({
    REDIS_URL: options.redisUrl,
    RACE_KEY: options.raceKey,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  const context = await createContext(config, { pageRoot });
  const url = `http://127.0.0.1:${await startServer(context)}`;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopServer(context));
  onTestFinished(stop);
  await eventually(() => {
    if (!context.race.isLoaded) throw new Error('the race is not loaded yet');
  });
  return {
    context,
    url,
    http: supertest.agent(url),
    as: (token) => supertest.agent(url).set(AUTH_HEADER, token),
    connectAdmin(token) {
      const socket: AdminClient = io(`${url}/admin`, {
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      onTestFinished(() => void socket.disconnect());
      return socket;
    },
    stop,
  };
}
