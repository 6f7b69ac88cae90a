import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { groupNetwork } from '#server/identity/address-groups.ts';
import { findClientAddress } from '#server/web/client-address.ts';

const from = (forwarded: string | undefined): IncomingMessage => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
};

test.each([
  ['192.0.2.1', 0, '127.0.0.1'],
  [undefined, 1, '127.0.0.1'],
  ['6.6.6.6, 192.0.2.1', 1, '192.0.2.1'],
  ['6.6.6.6, 192.0.2.1,10.0.0.1', 2, '192.0.2.1'],
  ['192.0.2.1', 3, '192.0.2.1'],
])('%j behind %i proxies is %s', (forwarded, trustProxy, address) =>
  expect(findClientAddress(from(forwarded), trustProxy)).toBe(address),
);

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:ffff::1%eth0', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['somewhere', 'somewhere'],
])('%s is of the network %s', (address, network) => expect(groupNetwork(address)).toBe(network));
