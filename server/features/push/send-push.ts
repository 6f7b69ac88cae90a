import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, request } from 'node:https';

import { LRUCache } from 'lru-cache';
import webPush from 'web-push';

import type { PushTarget, VapidKeys } from '#server/store/push-records.ts';
import { type DurationMs, type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

const SILENCE_MS = 10 * SECOND_MS;

export interface PushAnswer {
  readonly status: number;
  readonly retryAfterMs?: DurationMs | undefined;
}

/** Sends a message that is useful until `untilMs`; rejects without an answer of the push service. */
export type SendPush = (
  to: PushTarget,
  message: PushMessage,
  untilMs: EpochMs,
) => Promise<PushAnswer>;

export interface SendPushParts {
  readonly contact: string;
  readonly findKeys: () => Promise<VapidKeys>;
  readonly agentOptions?: AgentOptions | undefined;
  readonly silenceMs?: DurationMs;
}

/** Sends over HTTPS (RFC 8030), encrypted for the browser (RFC 8291); doesn't follow redirects. */
export function createSendPush({
  contact,
  findKeys,
  agentOptions,
  silenceMs = SILENCE_MS,
}: SendPushParts): { readonly send: SendPush; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 4, ...agentOptions });
  const tokens = new LRUCache<string, string>({ max: MOST_TOKENS, ttl: TOKEN_MS });
  return {
    send: async ({ endpoint, p256dh, auth }, message, untilMs) => {
      const Authorization = authorize(endpoint, contact, await findKeys(), tokens);
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          headers: { Authorization },
          TTL: Math.max(0, Math.round((untilMs - Date.now()) / SECOND_MS)),
          urgency: 'high',
          topic: topicOf(message.about),
        },
      );
      const sending = request(endpoint, {
        method,
        headers,
        agent,
        signal: AbortSignal.timeout(silenceMs),
      }).on('error', () => undefined);
      const [response] = (await once(sending.end(body), 'response')) as [IncomingMessage];
      // Discard the body; the signal ends an endless one.
      response.on('error', () => undefined).resume();
      const { statusCode = 0, headers: answered } = response;
      return { status: statusCode, retryAfterMs: readRetryAfter(answered['retry-after']) };
    },
    close: () => agent.destroy(),
  };
}

/** Half of its validity, so that clocks needn't agree. */
const TOKEN_MS: DurationMs = 6 * HOUR_MS;
const MOST_TOKENS = 100;

/** The VAPID header (RFC 8292), cached for each service: signing takes 0.47 ms, encrypting a message 0.20 ms. */
function authorize(
  endpoint: string,
  contact: string,
  { publicKey, privateKey }: VapidKeys,
  tokens: LRUCache<string, string>,
): string {
  const { origin } = new URL(endpoint);
  const name = `${origin} ${publicKey}`;
  const known = tokens.get(name);
  if (known !== undefined) return known;
  const made = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm');
  tokens.set(name, made.Authorization);
  return made.Authorization;
}

/** Seconds, or a date (RFC 9110 10.2.3). */
function readRetryAfter(text: string | undefined): DurationMs | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** At most 32 characters of base64url (RFC 8030 5.4); replaces an undelivered message about the same subject. */
function topicOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url').slice(0, 32);
}

/** In characters; keeps messages below the 4 kB that push services accept (RFC 8291). */
const MOST_TITLE = 120;
const MOST_BODY = 400;

/** Cuts a text that is too long for a push service (PROTOCOL.md WP7). */
export function fitMessage(message: PushMessage): PushMessage {
  const { title, body } = message;
  return { ...message, title: cut(title, MOST_TITLE), body: cut(body, MOST_BODY) };
}

function cut(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
