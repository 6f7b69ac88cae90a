import { parseRedisSettings, type RedisSettings } from '#server/config/redis-settings.ts';

/** The settings of a process with this REDIS_URL and other settings of Redis. */
export function redisAt(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): RedisSettings {
  return parseRedisSettings({ REDIS_URL: url, ...settings });
}
