import { expect, it } from 'vitest';
import { runChaos } from '../chaos/chaos.ts';
import { held, reportText } from '../chaos/report.ts';

const day = 24 * 3600_000;

/**
 * The seed is another every day, or that of `CHAOS_SEED`, which a failure names. `npm run test:chaos` is longer and
 * worse.
 */
const short = {
  seed: Number(process.env.CHAOS_SEED) || Math.floor(Date.now() / day),
  minutes: 0.5,
  writes: 90,
  kills: 2,
  devices: 3,
  subjects: 12,
};

it('with failures, and kills of the service and of browsers, nothing that was promised is lost, doubled or out of order', async () => {
  const report = await runChaos(short, () => undefined);
  expect(held(report, short) ? 'held' : reportText(report, short)).toBe('held');
});
