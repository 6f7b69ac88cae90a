import type { RaceStore } from '#server/store/race-store.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { startRedisProxy } from '#tests/support/redis-proxy.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import type { ProxiedRedis } from '#tests/support/sentinel-proxy.ts';

import type { Fault } from './plan-faults.ts';
import { strike } from './strike.ts';

/** The Redis of a race, in whatever form. */
export interface RaceRedis {
  readonly url: string;
  openProxy(): Promise<ProxiedRedis>;
  /** Does a fault, for as long as it lasts, and takes it back. */
  strike(fault: Fault): Promise<void>;
  /** Of the whole record, and again as it outlives its server. */
  digest(store: RaceStore): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** One Redis that loses nothing. */
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
