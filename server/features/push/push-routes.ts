import { ECDH } from 'node:crypto';
import * as z from 'zod';

import type { ServerConfig } from '#server/config/config.ts';
import type { AlarmRecords } from '#server/store/alarm-records.ts';
import type { PushRecords, PushSubscriptionRecord, VapidKeys } from '#server/store/push-records.ts';
import { AddressBudget } from '#server/web/budget.ts';
import { groupNetwork } from '#server/identity/address-groups.ts';
import { type Route, identityOf, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { jsonBody } from '#server/web/request-input.ts';
import {
  MAX_PUSH_CLUBS,
  MAX_PUSH_RUNNERS,
  type PushEnd,
  type PushKey,
} from '#shared/wire/push-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import { chooseLanguage } from '#shared/texts/languages.ts';

import type { OrganiserAlarms } from './organiser-alarms.ts';

/** The endpoints of the known services are shorter. */
const MAX_ENDPOINT = 600;
const MAX_CLUB = 200;

const endpoint = z.string().max(MAX_ENDPOINT);
const runnerId = z.string().regex(/^[\w:.-]{1,64}$/);
const club = z.string().min(1).max(MAX_CLUB);

const pushEnd: z.ZodType<PushEnd> = z.object({ endpoint });

/** `services` are allowed in addition to the known ones. */
function createPushAddress(services: readonly string[]) {
  return z.object({
    endpoint: endpoint.refine((address) => isPushService(address, services)),
    keys: z.object({
      p256dh: z
        .string()
        .regex(/^B[\w-]{86}$/)
        .refine(isPoint),
      auth: z.string().regex(/^[\w-]{22}$/),
    }),
  });
}

function createPushOrder(services: readonly string[]): z.ZodType<PushSubscriptionRecord> {
  return createPushAddress(services)
    .extend({
      language: z.string().max(35),
      runners: z.array(runnerId).max(MAX_PUSH_RUNNERS),
      clubs: z.array(club).max(MAX_PUSH_CLUBS),
    })
    .refine(({ runners, clubs }) => runners.length + clubs.length > 0)
    .transform(({ endpoint, keys, language, runners, clubs }) => ({
      endpoint,
      ...keys,
      language: chooseLanguage([language]),
      runners: [...new Set(runners)],
      clubs: [...new Set(clubs)],
    }));
}

/** Whether the key is a point of the curve; otherwise messages can't be encrypted. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Many spectators may subscribe from one address at once; WP3 bounds the total. */
const CALLS = { atOnce: 100, perSecond: 1 };

const NO_SUBSCRIPTION = 'This is not a push subscription of a known push service.';

export interface PushRouteSources {
  readonly config: Pick<ServerConfig, 'push'>;
  readonly store: {
    readonly push: Pick<PushRecords, 'put' | 'remove'>;
    readonly alarms: Pick<AlarmRecords, 'remove'>;
  };
  readonly webPush: {
    readonly findKeys: () => Promise<VapidKeys>;
    readonly alarms: Pick<OrganiserAlarms, 'begin'>;
  };
}

/** Calls to subscribe to push messages and to unsubscribe (PROTOCOL.md WP). */
export function createPushRoutes({ config, store, webPush }: PushRouteSources): Route[] {
  const { findKeys, alarms } = webPush;
  const budget = new AddressBudget(CALLS);
  const spend = (address = ''): void => {
    if (!budget.spend(address)) throw new Refusal(429, 'Too many at once. Try again in a minute.');
  };
  const who = 'everyone';
  return [
    route('GET /push/key', { who }, async ({ res }) => {
      const { publicKey } = await findKeys();
      res.json({ publicKey } satisfies PushKey);
    }),
    route(
      'POST /push/subscribe',
      { who, body: jsonBody(createPushOrder(config.push.services), NO_SUBSCRIPTION) },
      async ({ req, res, body }) => {
        spend(req.ip);
        if (!(await store.push.put(body, groupNetwork(req.ip ?? '')))) {
          throw new Refusal(503, 'No more browsers can subscribe right now.');
        }
        res.status(204).end();
      },
    ),
    route(
      'POST /push/unsubscribe',
      { who, body: jsonBody(pushEnd, 'Name the endpoint to unsubscribe.') },
      async ({ req, res, body }) => {
        spend(req.ip);
        await Promise.all([store.push.remove(body.endpoint), store.alarms.remove(body.endpoint)]);
        res.status(204).end();
      },
    ),
    route(
      'POST /alarms',
      {
        who: 'race:see',
        needsRace: true,
        body: jsonBody(createPushAddress(config.push.services), NO_SUBSCRIPTION),
      },
      async ({ res, body: { endpoint, keys } }) => {
        const { email, role, generation } = identityOf(res);
        await alarms.begin({ endpoint, ...keys, email, role, generation, atMs: Date.now() });
        res.json({ result: 'Success' } satisfies SuccessReply);
      },
    ),
  ];
}

/** Chrome and Edge, Firefox, Safari, the old Edge. */
const KNOWN_HOST =
  /^(?:fcm\.googleapis\.com|[\w.-]*\w\.(?:push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/;

/** Whether an endpoint belongs to a known push service or to a host in the settings. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return named.includes(host) || (port === '' && KNOWN_HOST.test(hostname));
}
