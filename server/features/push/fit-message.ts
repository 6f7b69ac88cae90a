import type { PushMessage } from '#shared/wire/push-api.ts';

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
