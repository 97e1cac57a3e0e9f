import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyLength, openGround, runHistory } from '../storm/model/histories.ts';
import { seedsOf } from '../storm/model/seeds.ts';

let ground: Awaited<ReturnType<typeof openGround>>;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** `npm run test:storm -- --model` runs ten thousand of them. */
it('whatever happens to network, clock, disk and pages, no promised write is lost, doubled or out of order', async () => {
  for (const seed of seedsOf(31, 30)) {
    await expect(runHistory(ground, { seed, length: historyLength })).resolves.toBeDefined();
  }
});

it('a history is the same whenever it is run', async () => {
  const history = { seed: 31, length: historyLength };
  const heard = await runHistory(ground, history);
  expect(heard.length).toBeGreaterThan(20);
  await expect(runHistory(ground, history)).resolves.toEqual(heard);
});
