import { provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { withoutPassword } from '../system/redis-address.mjs';

/**
 * What a program of `dist/server` needs: dependencies, an up-to-date build, a data folder and a
 * Redis.
 * @typedef {object} Prepared
 * @property {import('./settings.mjs').Environment} env for the program
 * @property {() => Promise<boolean>} release for when the last program has ended; whether a private
 * Redis does not run any more
 */

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {import('./launcher.mjs').Steps} steps
 * @param {{ isRedisOptional?: boolean, needsRedis?: () => Promise<boolean> }} [options]
 *   `isRedisOptional`: for a program that works on while there is no Redis: one that cannot be
 *   started is told of, and tried again meanwhile; `needsRedis`: asked when the app is built
 * @returns {Promise<Prepared>}
 */
export async function prepare(settings, steps, { isRedisOptional = false, needsRedis } = {}) {
  await installDependencies(steps);
  await buildApp(steps);
  if (settings.redisUrl !== undefined || (await needsRedis?.()) === false) {
    return { env: settings.env, release: async () => true };
  }
  // Its Redis client may only just have been installed, so it cannot be imported at the top.
  const { providePrivateRedis } = await import('./redis/private-redis.mjs');
  const redis = await providePrivateRedis({
    dataDir: settings.dataDir,
    backupDir: settings.env['BACKUP_DIR'],
    provideServer: () => provideRedisServer(settings.env, steps),
    isOptional: isRedisOptional,
    steps,
  });
  return { env: { ...settings.env, REDIS_URL: redis.url }, release: redis.release };
}

/**
 * Says where the race is kept.
 * @param {import('./settings.mjs').Settings} settings
 * @param {import('./settings.mjs').Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 */
export function sayWhereDataIs({ redisUrl, dataDir }, env, steps) {
  if (redisUrl === undefined) {
    const { protocol, host } = new URL(env['REDIS_URL'] ?? '');
    steps.say(`Data is kept in ${dataDir}, by a Redis of its own at ${protocol}//${host}`);
    return;
  }
  steps.say(`Data is kept in the Redis given by REDIS_URL, ${withoutPassword(redisUrl)}`);
  steps.say(
    'Whether it keeps every write is up to its settings: appendonly yes, appendfsync always, maxmemory-policy noeviction',
  );
}
