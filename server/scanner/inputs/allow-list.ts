import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export interface AllowList {
  allows(address: string): boolean;
}

/** Parses addresses and ranges such as `192.168.1.20,10.0.0.0/8,fd00::/8`. Returns the first invalid part. */
export function parseAllowList(text: string): AllowList | { readonly bad: string } {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [given = '', bits, ...rest] = part.split('/');
    const { address, family, isMapped } = readAddress(given);
    if (family === undefined || rest.length > 0) return { bad: part };
    if (bits === undefined) {
      list.addAddress(address, family);
      continue;
    }
    // An IPv4 range may be written with the 96 leading bits of its IPv6 form.
    const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) - (isMapped ? 96 : 0) : -1;
    if (prefix < 0 || prefix > (family === 'ipv4' ? 32 : 128)) return { bad: part };
    list.addSubnet(address, prefix, family);
  }
  return {
    allows(text) {
      const { address, family } = readAddress(text);
      return family !== undefined && list.check(address, family);
    },
  };
}

/** An IPv4 address in IPv6 form becomes the IPv4 address; a zone after `%` is left out. */
function readAddress(text: string): {
  address: string;
  family: 'ipv4' | 'ipv6' | undefined;
  isMapped: boolean;
} {
  const plain = text.split('%')[0] ?? '';
  const mapped = MAPPED.exec(plain)?.[1];
  const address = mapped ?? plain;
  const version = isIP(address);
  const family = version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
  return { address, family, isMapped: mapped !== undefined };
}
