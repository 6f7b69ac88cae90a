import { lookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, request } from 'node:https';
import { type DurationMs, SECOND_MS, type EpochMs } from '#shared/model/time.ts';
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';
import type { PushTarget } from '#server/store/push-records.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

/** A push service that is silent for this long does not answer. */
const SILENCE_MS = 10 * SECOND_MS;
/** Only the status is used; a longer answer is cut off. */
const MAX_ANSWER_BYTES = 16 * 1024;

export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface PushAnswer {
  readonly status: number;
  /** How long it wants to be left alone, where it says so. */
  readonly retryAfterMs: DurationMs | undefined;
}

/** Sends a message to a push service and returns its answer; rejects without one. */
export type SendRequest = (request: PushRequest) => Promise<PushAnswer>;

/**
 * Sends over HTTPS to hosts on the internet, and to those in `named` wherever they are. It follows
 * no redirects: a known service leads nowhere else.
 */
export function createSendRequest(
  named: readonly string[],
  options: AgentOptions = {},
  silenceMs = SILENCE_MS,
): { readonly send: SendRequest; readonly close: () => void } {
  const settings = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, ...options };
  const outside = new Agent({ ...settings, lookup: lookUpPublic });
  const anywhere = new Agent(settings);
  return {
    send: ({ endpoint, headers, body }) =>
      new Promise((resolve, reject) => {
        const url = new URL(endpoint);
        const agent = named.includes(url.host) ? anywhere : outside;
        const sending = request(url, { method: 'POST', headers: { ...headers }, agent });
        const giveUp = (): void => void sending.destroy(new Error('It says nothing.'));
        sending.setTimeout(silenceMs, giveUp);
        // Cleared with the request. A signal would hold thousands of finished ones until its time is up.
        const timer = setTimeout(giveUp, 2 * silenceMs);
        sending.once('close', () => clearTimeout(timer));
        sending.once('error', reject);
        sending.once('response', (response) => {
          resolve({
            status: response.statusCode ?? 0,
            retryAfterMs: readRetryAfter(response.headers['retry-after']),
          });
          passOver(response);
        });
        sending.end(body);
      }),
    close: () => {
      outside.destroy();
      anywhere.destroy();
    },
  };
}

function passOver(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  // The status is known: how the rest ends does not matter.
  response.on('error', () => undefined);
}

/** Seconds, or a date (RFC 9110 10.2.3). */
function readRetryAfter(text: string | undefined): DurationMs | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface Sending {
  /** The header that proves the sender; see `VapidTokens`. */
  readonly authorization: string;
  /** How long it stays useful. */
  readonly untilMs: EpochMs;
}

/** A message as a push service takes it, which only the browser can read (RFC 8291). Throws for invalid keys. */
export function encryptMessage(
  { endpoint: to, p256dh, auth }: PushTarget,
  message: PushMessage,
  { authorization, untilMs }: Sending,
): PushRequest {
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: to, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      headers: { Authorization: authorization },
      contentEncoding: 'aes128gcm',
      TTL: Math.max(0, Math.round((untilMs - Date.now()) / SECOND_MS)),
      urgency: 'high',
      topic: topicOf(message.about),
    },
  );
  return { endpoint, headers, body };
}

/** At most 32 letters of base64url (RFC 8030 5.4): an undelivered message is replaced by the next about the runner. */
function topicOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url').slice(0, 32);
}

/** In characters: within these a message is below the 4 kB that push services take (RFC 8291). */
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

/** Whether an address is not on the internet: this machine's, private or reserved. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast';
}

/** Like `dns.lookup`, for a host that must be on the internet whatever its name server says. */
export function lookUpPublic(
  hostname: string,
  _options: unknown,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  lookup(hostname, { all: true }, (error, found) => {
    const open = error ? [] : found.filter(({ address }) => !isPrivateAddress(address));
    if (error || open.length > 0) done(error, open);
    else done(new Error(`${hostname} has no address on the internet.`), []);
  });
}
