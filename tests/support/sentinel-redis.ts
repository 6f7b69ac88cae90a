import { onTestFinished } from 'vitest';

import { launchSentinelRedis, type SentinelRedis } from './launch-sentinels.ts';

/** Starts a master, so many copies and three sentinels, and waits until all know each other; ended with the test. */
export async function startSentinelRedis(options: {
  readonly copies: number;
}): Promise<SentinelRedis> {
  const redis = await launchSentinelRedis(options);
  onTestFinished(() => redis.stop());
  return redis;
}
