import ipaddr from 'ipaddr.js';

/** Of an IPv6 address the half that its owner is given; the rest they choose freely. */
const OWNER_PARTS = 4;
/** What one customer of a network may have several of the former in. */
const NETWORK_PARTS = 3;
/** No address is longer; a header may be. */
const MAX_LENGTH = 64;

/** Whom an address stands for: an IPv4 address alone, an IPv6 address with all of its /64. */
export function groupAddress(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? cut(parsed, OWNER_PARTS) : parsed.toString();
}

/** The network that an address is of, whose addresses are cheap to whoever has it: a /24 of IPv4, a /48 of IPv6. */
export function groupNetwork(address: string): string {
  const parsed = parse(address);
  if (parsed instanceof ipaddr.IPv6) return cut(parsed, NETWORK_PARTS);
  return typeof parsed === 'string' ? parsed : `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** One of IPv4 that is written as IPv6 as what it is; what is no address as it stands. */
function parse(address: string) {
  const text = address.slice(0, MAX_LENGTH);
  return ipaddr.isValid(text) ? ipaddr.process(text) : text;
}

function cut({ parts }: ipaddr.IPv6, kept: number): string {
  const network = parts.slice(0, kept).map((part) => part.toString(16));
  return `${network.join(':')}::/${kept * 16}`;
}
