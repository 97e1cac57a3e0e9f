import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkHistories, historyLength, openGround } from '../storm/model/histories.ts';

let ground: Awaited<ReturnType<typeof openGround>>;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** `npm run test:storm -- --model` runs ten thousand of them. */
it('whatever happens to network, clock, disk and pages, no promised write is lost, doubled or out of order', async () => {
  const short = { runs: 30, length: historyLength, seed: 31 };
  await expect(checkHistories(ground, short)).resolves.toBeUndefined();
});
