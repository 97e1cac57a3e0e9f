import { expect, test } from 'vitest';
import { byTier } from '../../setup/run/tier.ts';
import { tries } from '../../setup/run/tries.ts';
import { fuzzRound } from './round.ts';

/** The short form of `npm run fuzz`. */
test('whatever is sent to any operation, it is answered as promised, and nobody learns of strangers', async () => {
  const { faults, statuses } = await fuzzRound({
    seed: 20_261,
    requests: tries(byTier(1, 6)).numRuns,
  });
  expect(faults).toEqual([]);
  // The requests got further than the first checks.
  expect(statuses.get(200)).toBeGreaterThan(50);
});
