import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyLength, openGround, runHistory } from '../storm/model/histories.ts';
import { seedsOf } from '../storm/model/seeds.ts';
import { ModelWorld } from '../storm/model/world.ts';

let ground: Awaited<ReturnType<typeof openGround>>;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** `npm run test:storm -- --model` runs ten thousand of them. */
it('whatever happens to network, clock, disk and pages, no promised write is lost, doubled or out of order', async () => {
  for (const seed of seedsOf(31, 15)) {
    await expect(runHistory(ground, { seed, length: historyLength })).resolves.toBeDefined();
  }
});

/** Each broke a promise once, before what it found was mended. */
it.each([
  ['what the service says of a device comes while its database is made anew', 484011908],
  ['people take turns on a device that nobody lets in', 80989337],
  ['the data of two tabs is cleared, of which one writes and the other one signs out', 1100893975],
])('%s', async (_words, seed) => {
  await expect(runHistory(ground, { seed, length: historyLength })).resolves.toBeDefined();
});

it('a history is the same whenever it is run', async () => {
  const history = { seed: 31, length: historyLength };
  const heard = await runHistory(ground, history);
  expect(heard.length).toBeGreaterThan(20);
  await expect(runHistory(ground, history)).resolves.toEqual(heard);
});

it('who makes room for somebody else on a device that is full loses nothing, whatever finds no place', async () => {
  const [subject] = ground.applications;
  for (const room of [0, 5, 6, 7, 8]) {
    const world = await ModelWorld.make(ground, room);
    const device = world.devices[1];
    const page = device?.tabs[0];
    if (device === undefined || page === undefined || subject === undefined)
      throw new Error('Nobody is there.');
    device.browser.network.state = 'portal';
    device.browser.disk.limit(room);
    world.write(device, page, subject.id, {
      kind: 'review',
      change: { application: subject.id, like: 1 },
    });
    await world.settle();
    await world.changePerson(device);
    expect(await world.end(), `room for ${room}`).toEqual([]);
    world.close();
  }
});
