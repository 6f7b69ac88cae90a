import type { IncomingMessage } from 'node:http';

import type { ServerConfig } from '#server/config/config.ts';

/** A host that may be part of an address shown to others. */
const HOST_FORM = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin under which others reach this service: the configured one, else the host that the request names. Undefined
 * where neither is fit to be shared. A forwarded host comes from a stranger, and caches on the way do not distinguish
 * answers by it.
 */
export function findOrigin(
  request: IncomingMessage,
  { publicOrigin, trustProxy }: Pick<ServerConfig, 'publicOrigin' | 'trustProxy'>,
): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin;
  const host = request.headers.host ?? '';
  if (!HOST_FORM.test(host)) return undefined;
  const scheme = trustProxy > 0 ? request.headers['x-forwarded-proto'] : undefined;
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}

export function parseAddress({ url = '/' }: IncomingMessage): {
  readonly path: string;
  readonly query: URLSearchParams;
} {
  const at = url.indexOf('?');
  return at < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}
