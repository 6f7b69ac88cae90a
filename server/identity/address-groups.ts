import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Of 16 bits: the owner of a /64 chooses the rest freely. */
const OWNER_PARTS = 4;
/** One customer may have several /64. */
const NETWORK_PARTS = 3;
/** A header may be longer than any address. */
const MAX_LENGTH = 64;

/** Groups addresses of one owner: an IPv4 address, or an IPv6 /64. */
export function groupAddress(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? cut(parsed, OWNER_PARTS) : parsed.toString();
}

/** Groups addresses that one owner can easily get: an IPv4 /24, or an IPv6 /48. */
export function groupNetwork(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return cut(parsed, NETWORK_PARTS);
  return typeof parsed === 'string' ? parsed : `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** Whether an address is local or of a private network. */
export function isOwnNetwork(address: string): boolean {
  const parsed = parse(address);
  return typeof parsed !== 'string' && OWN_RANGES.has(parsed.range());
}

const OWN_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
]);

/** Converts IPv4-mapped IPv6 to IPv4, and returns an invalid address unchanged. */
function parse(address: string) {
  const text = address.slice(0, MAX_LENGTH);
  return ipaddr.isValid(text) ? ipaddr.process(text) : text;
}

function cut({ parts }: ipaddr.IPv6, kept: number): string {
  const network = parts.slice(0, kept).map((part) => part.toString(16));
  return `${network.join(':')}::/${kept * 16}`;
}

/** A map of the `most` recently used entries. With `max` instead of sizes, `lru-cache` would allocate all at once. */
export function createRecentlyUsed<Value extends object | true>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
