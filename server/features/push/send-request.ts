import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, request } from 'node:https';

import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import { lookUpPublic } from './push-services.ts';

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
