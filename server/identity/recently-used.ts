import { LRUCache } from 'lru-cache';

/**
 * A bounded map: beyond `most` entries the least recently used is dropped. With a `max` `lru-cache` allocates for all of
 * them at once, 0.4 MB for 20,000; counted as sizes of 1 it takes what it holds.
 */
export function createRecentlyUsed<Value extends object | true>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
