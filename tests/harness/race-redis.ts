import type { RaceStore } from '#server/store/race-store.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { startRedisProxy } from '#tests/support/redis-proxy.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Fault } from './plan-faults.ts';
import { strike } from './strike.ts';

/** The Redis of a race. */
export interface RaceRedis {
  readonly url: string;
  openProxy(): Promise<ProxiedRedis>;
  /** Injects a fault, and ends it. */
  strike(fault: Fault): Promise<void>;
  /** Digests of the whole record, now and after a restart. */
  digest(store: RaceStore): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** A durable Redis. */
export async function startLoneRedis(): Promise<RaceRedis> {
  const redis = await startRedis({ persist: true });
  const strikable = {
    kill: () => redis.kill('SIGKILL'),
    startAgain: () => redis.restart(),
    signal: (signal: NodeJS.Signals) => void process.kill(redis.pid, signal),
  };
  return {
    url: redis.url,
    openProxy: () => startRedisProxy(redis.port),
    strike: (fault) => strike(fault, strikable),
    async digest(store) {
      const before = await digestRecord(redis.url, store);
      await redis.kill('SIGKILL');
      await redis.restart();
      return [before, await digestRecord(redis.url, store)];
    },
    stop: () => redis.stop(),
  };
}
