import { expect, it } from 'vitest';
import { held, reportText } from '../storm/report.ts';
import { storm } from '../storm/storm.ts';

/** Always the same one, so that a change answers for what it breaks; `npm run test:storm` makes longer, worse and new ones. */
const short = {
  seed: 3,
  minutes: 0.5,
  writes: 300,
  kills: 4,
  devices: 3,
  applications: 12,
};

it('in a storm, with kills of the service and of browsers, nothing that was promised is lost, doubled or out of order', async () => {
  const report = await storm(short, () => undefined);
  expect(held(report, short) ? 'held' : reportText(report, short)).toBe('held');
});
