import {
  parseRedisAddress,
  type RedisAddress,
  withoutPassword,
} from '#server/system/redis-address.mjs';

import { SettingError, text, wholeNumber, type RawEnv } from './read-setting.ts';

/** The address and credentials of Redis, the same for all processes (docs/redis.md). */
export interface RedisSettings extends RedisAddress {
  /** The login at the sentinels, which have users of their own. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** The number of replicas that must have a change before it is acknowledged. */
  readonly waitReplicas: number;
}

/** Checks the settings of Redis. Throws {@link SettingError}. */
export function parseRedisSettings(env: RawEnv): RedisSettings {
  const given = text(env, 'REDIS_URL', '');
  const address = parseRedisAddress(given);
  if (typeof address === 'string') {
    throw new SettingError('REDIS_URL', withoutPassword(given), address);
  }
  // With sentinels a replica may become the master at any time.
  const usualReplicas = address.form === 'sentinel' ? 1 : 0;
  return {
    ...address,
    sentinelUsername: text(env, 'REDIS_SENTINEL_USERNAME', '') || undefined,
    sentinelPassword: text(env, 'REDIS_SENTINEL_PASSWORD', '') || undefined,
    waitReplicas: wholeNumber(env, 'REDIS_WAIT_REPLICAS', usualReplicas, 0, 10),
  };
}
