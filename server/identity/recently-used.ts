import { LRUCache } from 'lru-cache';

/**
 * What was used lately, by its name: beyond `most` entries the one used longest ago is dropped. With a `max`
 * `lru-cache` makes room for all of them at once, 0.4 MB for 20,000; counted as sizes of 1 it takes what it holds.
 */
export function createRecentlyUsed<Value extends object | true>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
