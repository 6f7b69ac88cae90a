import { onTestFinished } from 'vitest';

import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';

/** A proxy of the test's own, ended with it. */
export async function startProxyInTest(port: number): Promise<RedisProxy> {
  const proxy = await startRedisProxy(port);
  onTestFinished(() => proxy.close());
  return proxy;
}
