import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lru } from '../../mock-server/platform/lru.ts';

describe('what was used last', () => {
  test('is kept, the oldest goes', () => {
    const kept = new Lru<number>(2);
    kept.set('a', 1);
    kept.set('b', 2);
    expect(kept.get('a')).toBe(1);
    kept.set('c', 3);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
  });

  test('is not kept when it alone is too heavy, and takes nothing else with it', () => {
    const kept = new Lru<number>(10);
    kept.set('a', 1, 4);
    kept.set('b', 2, 11);
    expect([kept.get('a'), kept.get('b')]).toEqual([1, undefined]);
  });

  test('never weighs more than the limit, whatever is put in', () => {
    const puts = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 12 })),
    );
    fc.assert(
      fc.property(puts, (all) => {
        const kept = new Lru<number>(20);
        for (const [key, weight] of all) {
          kept.set(key, weight, weight);
          const weights = ['a', 'b', 'c', 'd', 'e'].map((name) => kept.get(name) ?? 0);
          expect(weights.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(20);
          expect(kept.get(key)).toBe(weight);
        }
      }),
    );
  });
});
