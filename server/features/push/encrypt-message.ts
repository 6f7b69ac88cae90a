import { createHash } from 'node:crypto';

import webPush from 'web-push';

import type { PushTarget } from '#server/store/codec-of-subscriptions.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

import type { PushRequest } from './send-request.ts';

export interface Sending {
  /** The header that proves whom the message is from; see `VapidTokens`. */
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
