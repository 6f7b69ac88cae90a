import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIPv6 } from 'node:net';

/** The push services of browsers: Chrome and Edge, Firefox, Safari, the old Edge. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Whether messages may be sent there: to the known push services, and to hosts in the settings. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return (
    named.includes(host) || (port === '' && KNOWN_HOSTS.some((known) => fits(hostname, known)))
  );
}

/** `*.` stands for one or more labels in front. */
function fits(hostname: string, known: string): boolean {
  if (!known.startsWith('*.')) return hostname === known;
  return hostname.endsWith(known.slice(1)) && hostname.length > known.length - 1;
}

/**
 * Networks that are not on the internet: an address there is this machine's or a neighbour's. IPv4
 * networks also match addresses written as IPv6.
 */
const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv6');
}

export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Like `dns.lookup`, for a host that must be on the internet whatever its name server says. */
export function lookUpPublic(
  hostname: string,
  _options: unknown,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  lookup(hostname, { all: true }, (error, found) => {
    const open = error ? [] : found.filter(({ address }) => !isPrivateAddress(address));
    if (error || open.length > 0) done(error, open);
    else done(new Error(`${hostname} has no address on the internet.`), []);
  });
}
