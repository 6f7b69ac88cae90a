import { parseRedisSettings, type RedisSettings } from '#server/config/redis-settings.ts';

/** The settings of a process that is given this REDIS_URL, and what else of Redis is set. */
export function redisAt(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): RedisSettings {
  return parseRedisSettings({ REDIS_URL: url, ...settings });
}
