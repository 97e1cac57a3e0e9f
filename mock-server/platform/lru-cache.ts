import { LRUCache } from 'lru-cache';

/**
 * Keeps the values that were used last by name, at most `max` of them, and each for `ttl` milliseconds if that is
 * given. Takes memory only as it fills: with `max`, lru-cache would reserve the memory for all values at once, which
 * took a fifth of the service's start and megabytes that most caches never fill.
 */
export const createLruCache = <Value extends object | string | boolean>(
  max: number,
  ttl?: number,
): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) });
