import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Of an IPv6 address the half that a network is given; the rest its owner chooses freely. */
const NETWORK_PARTS = 4;
/** No address is longer; a header may be. */
const MAX_LENGTH = 64;

/** Whom a request comes from, as Express tells it by `trust proxy`: behind `trustProxy` proxies what the outermost saw. */
export function findClientAddress(request: IncomingMessage, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? String(request.headers['x-forwarded-for'] ?? '') : '';
  const told = forwarded === '' ? [] : forwarded.split(',').map((address) => address.trim());
  const path = [...told, request.socket.remoteAddress ?? ''];
  return path[Math.max(0, path.length - 1 - trustProxy)] ?? '';
}

/** Whom an address stands for: an IPv4 address alone, an IPv6 address with all of its /64. */
export function groupAddress(address: string): string {
  const [bare = ''] = address.slice(0, MAX_LENGTH).split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const parts = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = parts.slice(0, NETWORK_PARTS).map((part) => Number.parseInt(part, 16));
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

/** The hosts, with their ports, a request may have been sent to: the one it names, and behind proxies the one the outermost was asked for. */
export function listHosts({ headers }: IncomingMessage, trustProxy: number): string[] {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  const [outermost = ''] = String(forwarded ?? '').split(',');
  return [headers.host ?? '', outermost.trim()].filter((host) => host !== '');
}
