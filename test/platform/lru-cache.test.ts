import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLruCache } from '../../mock-server/platform/lru-cache.ts';

it('forgets what was used longest ago where more is kept than there may be', () => {
  const stored = createLruCache<string>(2);
  stored.set('one', 'first');
  stored.set('two', 'second');
  expect(stored.get('one')).toBe('first');
  stored.set('three', 'third');
  expect([...stored.keys()].sort()).toEqual(['one', 'three']);
});

it('forgets what is older than it may become', async () => {
  const stored = createLruCache<true>(10, 1);
  stored.set('one', true);
  await wait(20);
  expect(stored.has('one')).toBe(false);
});

it('takes no memory for what it may keep one day', () => {
  const taken = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const before = taken();
  const stored = createLruCache<string>(10_000_000);
  expect(taken() - before).toBeLessThan(10_000_000);
  expect(stored.size).toBe(0);
});
