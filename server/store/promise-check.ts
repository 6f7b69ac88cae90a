import type { RedisClient } from './redis-connection.ts';

/** What Redis must be set to for an acknowledged scan to survive a power cut. */
const DURABLE_SETTINGS: readonly (readonly [name: string, wanted: string, risk: string])[] = [
  ['appendonly', 'yes', 'a restart can lose everything since the last snapshot'],
  ['appendfsync', 'always', 'a power cut can lose the last second of scans'],
  ['maxmemory-policy', 'noeviction', 'a full memory can throw records away'],
];

/**
 * Compares what Redis promises with what a race needs. Returns one sentence
 * for each weaker setting; a Redis that does not tell (CONFIG forbidden) is
 * named as such.
 */
export async function findWeakPromises(client: RedisClient): Promise<string[]> {
  const weak: string[] = [];
  for (const [name, wanted, risk] of DURABLE_SETTINGS) {
    try {
      const given = (await client.configGet(name))[name];
      if (given !== wanted)
        weak.push(`Redis has ${name} ${given ?? 'unset'}, not ${wanted}: ${risk}.`);
    } catch (error) {
      if (!(error instanceof Error && /NOPERM|unknown command/i.test(error.message))) throw error;
      weak.push(`Redis does not tell its ${name}; it should be ${wanted}, else ${risk}.`);
    }
  }
  return weak;
}
