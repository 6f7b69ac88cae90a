import { BlockList, isIP } from 'node:net';

export interface AllowList {
  allows(address: string): boolean;
}

/** Parses addresses and ranges such as `192.168.1.20,10.0.0.0/8,fd00::/8`; undefined if one is invalid. */
export function parseAllowList(text: string): AllowList | undefined {
  const list = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, ...rest] = part.split('/');
    const family = familyOf(address);
    const longest = family === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (family === undefined || rest.length > 0 || prefix > longest) return undefined;
    list.addSubnet(address, prefix, family);
  }
  return {
    /** An IPv4 address may be in IPv6 form; a zone after `%` does not count. */
    allows(text) {
      const [address = ''] = text.split('%');
      const family = familyOf(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}
