import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/** Of an IPv6 address the half that its owner is given; the rest they choose freely. */
const OWNER_PARTS = 4;
/** What one customer of a network may have several of the former in. */
const NETWORK_PARTS = 3;
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
  const bare = bareAddress(address);
  return isIPv6(bare) ? cutIPv6(bare, OWNER_PARTS) : bare;
}

/** The network that an address is of, whose addresses are cheap to whoever has it: a /24 of IPv4, a /48 of IPv6. */
export function groupNetwork(address: string): string {
  const bare = bareAddress(address);
  if (isIPv4(bare)) return `${bare.slice(0, bare.lastIndexOf('.'))}.0/24`;
  return isIPv6(bare) ? cutIPv6(bare, NETWORK_PARTS) : bare;
}

/** The address without its zone; one of IPv4 that is written as IPv6 as itself. */
function bareAddress(address: string): string {
  const [bare = ''] = address.slice(0, MAX_LENGTH).split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

function cutIPv6(bare: string, kept: number): string {
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const parts = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = parts.slice(0, kept).map((part) => Number.parseInt(part, 16));
  return `${network.map((part) => part.toString(16)).join(':')}::/${kept * 16}`;
}

/** The hosts, with their ports, a request may have been sent to: the one it names, and behind proxies the one the outermost was asked for. */
export function listHosts({ headers }: IncomingMessage, trustProxy: number): string[] {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  const [outermost = ''] = String(forwarded ?? '').split(',');
  return [headers.host ?? '', outermost.trim()].filter((host) => host !== '');
}
