import { afterAll, beforeAll, it } from 'vitest';
import { checkHistories, openGround } from '../storm/model/histories.ts';

let ground: Awaited<ReturnType<typeof openGround>>;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** `npm run test:storm -- --model` runs ten thousand of them. */
it('whatever happens to network, clock, disk and pages, no promised write is lost, doubled or out of order', async () => {
  await checkHistories(ground, { runs: 40, length: 30, seed: Math.floor(Math.random() * 2 ** 31) });
});
