import { ECDH } from 'node:crypto';

import * as z from 'zod';

import type { PushSubscriptionRecord } from '#server/store/push-records.ts';
import { chooseLanguage } from '#shared/texts/languages.ts';
import { MAX_PUSH_CLUBS, MAX_PUSH_RUNNERS, type PushEnd } from '#shared/wire/push-api.ts';

import { isPushService } from './push-services.ts';

/** Those of the known services are shorter. */
const MAX_ENDPOINT = 600;
const MAX_CLUB = 200;

const endpoint = z.string().max(MAX_ENDPOINT);
const runnerId = z.string().regex(/^[\w:.-]{1,64}$/);
const club = z.string().min(1).max(MAX_CLUB);

export const pushEnd: z.ZodType<PushEnd> = z.object({ endpoint });

/** What a browser says of itself and of whom it wants to hear; `services` beside the known ones. */
export function createPushOrder(services: readonly string[]): z.ZodType<PushSubscriptionRecord> {
  return z
    .object({
      endpoint: endpoint.refine((address) => isPushService(address, services)),
      keys: z.object({
        p256dh: z
          .string()
          .regex(/^B[\w-]{86}$/)
          .refine(isPoint),
        auth: z.string().regex(/^[\w-]{22}$/),
      }),
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

/** Whether something can be encrypted for it: a point of the curve. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
