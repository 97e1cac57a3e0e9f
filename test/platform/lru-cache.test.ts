import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLruCache } from '../../mock-server/platform/lru-cache.ts';

it('forgets what was used longest ago where more is kept than there may be', () => {
  const kept = createLruCache<string>(2);
  kept.set('one', 'first');
  kept.set('two', 'second');
  expect(kept.get('one')).toBe('first');
  kept.set('three', 'third');
  expect([...kept.keys()].sort()).toEqual(['one', 'three']);
});

it('forgets what is older than it may become', async () => {
  const kept = createLruCache<true>(10, 1);
  kept.set('one', true);
  await wait(20);
  expect(kept.has('one')).toBe(false);
});

it('takes no memory for what it may keep one day', () => {
  const taken = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const before = taken();
  const kept = createLruCache<string>(10_000_000);
  expect(taken() - before).toBeLessThan(10_000_000);
  expect(kept.size).toBe(0);
});
