import type { IncomingMessage } from 'node:http';

import proxyAddress from 'proxy-addr';

/**
 * The client of a request, as Express determines it by `trust proxy`: behind `trustProxy` proxies the address seen by the
 * outermost.
 */
export function findClientAddress(request: IncomingMessage, trustProxy: number): string {
  return proxyAddress(request, (_address, hop) => hop < trustProxy) ?? '';
}

/**
 * The hosts, with their ports, that a request may have been sent to: the one it names, and behind proxies the one
 * received by the outermost.
 */
export function listHosts(
  { headers }: Pick<IncomingMessage, 'headers'>,
  trustProxy: number,
): string[] {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  const [outermost = ''] = String(forwarded ?? '').split(',');
  return [headers.host ?? '', outermost.trim()].filter((host) => host !== '');
}
