import { createHash } from 'node:crypto';

import { parseJsonObject } from '#shared/model/json-object.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { MAX_PUSH_CLUBS, MAX_PUSH_RUNNERS, type PushOrder } from '#shared/wire/push-api.ts';

/** The endpoint of a browser, its language, and whom it follows. */
export interface PushSubscriptionRecord extends Omit<PushOrder, 'keys'> {
  /** The browser's public key and its secret, in base64url: only it can decrypt messages. */
  readonly p256dh: string;
  readonly auth: string;
}

/** What sending a message needs: a subscription without what it follows, which may be long. */
export type PushTarget = Pick<PushSubscriptionRecord, 'endpoint' | 'p256dh' | 'auth' | 'language'>;

export interface KeptSubscription extends PushSubscriptionRecord {
  /** A hash of the network that it came from. */
  readonly network: string;
  /** When it was last stored. */
  readonly atMs: EpochMs;
}

/** The name of the browser of an endpoint. */
export function idOf(endpoint: string): string {
  return hash(endpoint);
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function isListOfTexts(value: unknown, most: number): boolean {
  return (
    Array.isArray(value) && value.length <= most && value.every((one) => typeof one === 'string')
  );
}

/** Undefined for an invalid text. */
export function decode(text: string): KeptSubscription | undefined {
  const record = parseJsonObject(text);
  const { endpoint, p256dh, auth, language, runners, clubs, network, atMs } = record ?? {};
  const isSubscription =
    [endpoint, p256dh, auth, language, network].every((value) => typeof value === 'string') &&
    isListOfTexts(runners, MAX_PUSH_RUNNERS) &&
    isListOfTexts(clubs, MAX_PUSH_CLUBS) &&
    typeof atMs === 'number';
  return isSubscription ? (record as unknown as KeptSubscription) : undefined;
}
