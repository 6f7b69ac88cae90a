import type { SentinelRedis } from './sentinel-redis.ts';
import { type ProxyState, type RedisProxy, startRedisProxy } from './redis-proxy.ts';

/** A Redis as one process reaches it, through one proxy or several. */
export type ProxiedRedis = RedisProxy;

/**
 * A proxy in front of each server and each sentinel. In answers of the sentinels the proxies' ports replace those of the
 * servers; all have five digits, so replies keep their length.
 */
export async function startSentinelProxy({
  url,
  servers,
  sentinels,
}: Pick<SentinelRedis, 'url' | 'servers' | 'sentinels'>): Promise<ProxiedRedis> {
  const proxies: RedisProxy[] = [];
  const open = async (port: number, translate?: (reply: Buffer) => Buffer): Promise<string> => {
    const proxy = await startRedisProxy(port, translate);
    proxies.push(proxy);
    return String(Number(new URL(proxy.url).port));
  };
  const seen = new Map<string, string>();
  for (const { port } of servers) seen.set(String(port), await open(port));
  const real = new RegExp([...seen.keys()].join('|'), 'g');
  const translate = (reply: Buffer): Buffer =>
    Buffer.from(
      reply.toString('latin1').replace(real, (port) => seen.get(port) ?? port),
      'latin1',
    );
  let proxyUrl = url;
  for (const { port } of sentinels) {
    proxyUrl = proxyUrl.replace(`:${port}`, `:${await open(port, translate)}`);
  }
  return {
    url: proxyUrl,
    set(state: ProxyState) {
      for (const proxy of proxies) proxy.set(state);
    },
    forget() {
      for (const proxy of proxies) proxy.forget();
    },
    close() {
      for (const proxy of proxies) proxy.close();
    },
  };
}
