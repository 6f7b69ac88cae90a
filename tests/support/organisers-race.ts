import { io, type Socket } from 'socket.io-client';
import supertest, { type Agent } from 'supertest';
import { onTestFinished } from 'vitest';

import { Organisers } from '#server/identity/organisers.ts';
import type { AdminClientEvents, AdminServerEvents } from '#shared/wire/admin-events.ts';
import { AUTH_HEADER, type Role } from '#shared/wire/auth-api.ts';

import { provideFileRedis, type TestRace } from './file-redis.ts';
import { startWeb, type TestWeb, type WebOptions } from './start-web.ts';
import { createCheapHasher } from './cheap-hasher.ts';
import { openSession } from './open-session.ts';

export type AdminClient = Socket<AdminServerEvents, AdminClientEvents>;

/** A web instance and the ways organisers reach it. */
export interface OrganisersWeb extends TestWeb {
  readonly http: Agent;
  /** Calls that carry this token. */
  readonly as: (token: string) => Agent;
  /** Opens a socket on namespace `/admin`. */
  readonly connectAdmin: (token: string) => AdminClient;
}

/** A race of the test's own, with two organisers signed in. */
export interface OrganisersRace extends TestRace {
  /** Tokens of the administrator `boss@example.org`, and of `mari@example.org`, who registers. */
  readonly admin: string;
  readonly helper: string;
  /** Makes an account and signs it in, `agoMs` ago; returns the token. */
  readonly signIn: (email: string, role: Role, agoMs?: number) => Promise<string>;
  readonly disable: (email: string) => Promise<void>;
  /** Starts an instance that serves it. */
  readonly serve: (
    options?: Pick<
      WebOptions,
      'firstScreen' | 'healthTimes' | 'settings' | 'scannerPath' | 'pushAgent'
    >,
  ) => Promise<OrganisersWeb>;
}

/** One Redis for all tests of a file, and a race for each call; call it at the top. */
export function provideOrganisersRace(): () => Promise<OrganisersRace> {
  const redis = provideFileRedis();
  return async () => {
    const race = await redis.openRace();
    const { store } = race;
    const signIn = (email: string, role: Role, agoMs = 0): Promise<string> =>
      openSession(store, email, role, agoMs);
    const organisers = new Organisers(store.organisers, createCheapHasher(), undefined);
    return {
      ...race,
      admin: await signIn('boss@example.org', 'admin'),
      helper: await signIn('mari@example.org', 'registration'),
      signIn,
      disable: async (email) => {
        await organisers.disable(email, 'test');
      },
      serve: async (options) => reach(await startWeb({ ...race, ...options })),
    };
  };
}

/** Adds the ways organisers reach an instance. */
export function reach(web: TestWeb): OrganisersWeb {
  return {
    ...web,
    http: supertest.agent(web.url),
    as: (token) => supertest.agent(web.url).set(AUTH_HEADER, token),
    connectAdmin(token) {
      const socket: AdminClient = io(`${web.url}/admin`, {
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      onTestFinished(() => void socket.disconnect());
      return socket;
    },
  };
}
