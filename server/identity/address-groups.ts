import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** The half of an IPv6 address that its owner chooses freely. */
const OWNER_PARTS = 4;
/** The parts of a network; one customer may have several of those halves. */
const NETWORK_PARTS = 3;
/** No address is longer; a header may be. */
const MAX_LENGTH = 64;

/** The owner that an address stands for: an IPv4 address alone, an IPv6 address with all of its /64. */
export function groupAddress(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? cut(parsed, OWNER_PARTS) : parsed.toString();
}

/** The network of an address, whose addresses are cheap to its owner: a /24 of IPv4, a /48 of IPv6. */
export function groupNetwork(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return cut(parsed, NETWORK_PARTS);
  return typeof parsed === 'string' ? parsed : `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** Whether an address is of this machine or of a private network, where no stranger can be. */
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

/** An IPv4 address written as IPv6 becomes IPv4; an invalid address is unchanged. */
function parse(address: string) {
  const text = address.slice(0, MAX_LENGTH);
  return ipaddr.isValid(text) ? ipaddr.process(text) : text;
}

function cut({ parts }: ipaddr.IPv6, kept: number): string {
  const network = parts.slice(0, kept).map((part) => part.toString(16));
  return `${network.join(':')}::/${kept * 16}`;
}

/**
 * A bounded map: beyond `most` entries the least recently used is dropped. With a `max` `lru-cache` allocates for all of
 * them at once, 0.4 MB for 20,000; counted as sizes of 1 it takes what it holds.
 */
export function createRecentlyUsed<Value extends object | true>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
