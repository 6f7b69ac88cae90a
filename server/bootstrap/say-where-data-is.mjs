/**
 * Tells where the race is kept.
 * @param {import('./settings.mjs').Settings} settings
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
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

/** @param {string} address */
function withoutPassword(address) {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.password !== '') url.password = '***';
  return url.href;
}
