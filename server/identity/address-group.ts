import { isIPv6 } from 'node:net';

/** Of an IPv6 address the half that a network is given; the rest its owner chooses freely. */
const NETWORK_PARTS = 4;

/** Whom an address stands for: an IPv4 address alone, an IPv6 address with all of its /64. */
export function groupAddress(address: string): string {
  const [bare = ''] = address.split('%');
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
