import { networkInterfaces } from 'node:os';

/** The addresses to print once the service listens: this machine's own, then those on its networks. */
export function listAddresses(host: string, port: number): { local: string; lan: string[] } {
  const isAll = host === '0.0.0.0' || host === '::';
  if (!isAll) return { local: `http://${bracket(host)}:${port}`, lan: [] };
  const lan = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => `http://${address.address}:${port}`);
  return { local: `http://localhost:${port}`, lan };
}

function bracket(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
