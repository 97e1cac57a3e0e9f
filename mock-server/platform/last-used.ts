import { LRUCache } from 'lru-cache';

/**
 * Keeps by name what was used last, at the most so many, and each for `ttl` milliseconds where that is said. It takes memory as it fills.
 * With `max`, lru-cache takes the room for all of them at once: a fifth of the time in which a service starts, and megabytes that most
 * never fill.
 */
export const lastUsed = <Value extends object | string | boolean>(
  most: number,
  ttl?: number,
): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) });
