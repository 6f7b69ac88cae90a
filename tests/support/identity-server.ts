import { createServer } from 'node:http';

import supertest, { type Agent } from 'supertest';
import { onTestFinished } from 'vitest';

import { createApp } from '#server/app.ts';
import { parseServerConfig } from '#server/config/config.ts';
import { createAccountRoutes } from '#server/features/accounts/account-routes.ts';
import { createSecondFactorRoutes } from '#server/features/accounts/second-factor-routes.ts';
import { createSessionRoutes } from '#server/features/accounts/session-routes.ts';
import { createIdentity, type IdentityParts } from '#server/identity/create-identity.ts';
import { createLogger } from '#server/observe/logger.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { mountRoutes } from '#server/web/routes.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { AUTH_HEADER, type LoginReply, type Role } from '#shared/wire/auth-api.ts';

import { openStore } from './follow-race.ts';
import { listenInTest } from './listen.ts';

/** A clock that the test sets. */
export class TestClock {
  nowMs: EpochMs = Date.UTC(2026, 5, 20, 9);
  readonly read = (): EpochMs => this.nowMs;
}

/** The calls about identity, on a real Redis and port. */
export interface IdentityServer {
  readonly url: string;
  readonly clock: TestClock;
  readonly store: RaceStore;
  readonly identity: IdentityParts;
  readonly http: Agent;
  /** Calls that carry this token. */
  as(token: string): Agent;
  /** POST /auth/login, with `address` as the client in the proxy's header. */
  logIn(email: string, password: string, address?: string): supertest.Test;
  /** Signs in and returns the answer; throws when it is refused. */
  getLogin(email: string, password: string): Promise<LoginReply>;
  /** Creates an account with a permanent password. */
  addOrganiser(email: string, role: Role, password?: string): Promise<void>;
}

export const PASSWORD = 'tri chynnig i Gymro';

/** Starts an {@link IdentityServer}, by default with local accounts. */
export async function startIdentityServer(
  { url: redisUrl, raceKey }: { readonly url: string; readonly raceKey: string },
  settings: Readonly<Record<string, string>> = {},
  clock = new TestClock(),
  logger = createLogger('silent'),
): Promise<IdentityServer> {
  const config = parseServerConfig({
    REDIS_URL: redisUrl,
    RACE_KEY: raceKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const store = await openStore({ url: redisUrl, raceKey });
  const identity = await createIdentity(config.auth, store, logger, { now: clock.read });
  onTestFinished(() => identity.close());
  const routes = [
    ...createSessionRoutes(identity),
    ...createSecondFactorRoutes(identity.accounts),
    ...createAccountRoutes(identity),
  ];
  const { provider } = identity;
  const mounted = mountRoutes(routes, { provider, race: new LiveRace() });
  const server = createServer(createApp(config, logger, { routes: [mounted] }));
  const url = `http://127.0.0.1:${await listenInTest(server)}`;
  const http = supertest(url);
  const logIn = (email: string, password: string, address = '192.0.2.1') =>
    http.post('/auth/login').set('X-Forwarded-For', address).send({ email, password });
  return {
    url,
    clock,
    store,
    identity,
    http,
    as: (token) => supertest.agent(url).set(AUTH_HEADER, token),
    logIn,
    async getLogin(email, password) {
      const { body } = await logIn(email, password).expect(200);
      return body as LoginReply;
    },
    async addOrganiser(email, role, password = PASSWORD) {
      const host = 'test';
      const choice = { password, mustChange: false };
      await identity.organisers.add(email, role, choice, host);
    },
  };
}
