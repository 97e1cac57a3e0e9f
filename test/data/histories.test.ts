import { afterAll, expect, it } from 'vitest';
import { pendingWrites } from '../../src/app/pending-writes.ts';
import { deferralWrite } from '../../src/data/installs/deferral-write.ts';
import { deleteWrite } from '../../src/features/reviews/pending-write.ts';
import { supportReportWrite } from '../../src/features/support/pending-write.ts';
import { editOf, writes } from '../chaos/model/commands.ts';
import { historyLength, openGround, runHistory } from '../chaos/model/histories.ts';
import { seedsOf } from '../chaos/model/seeds.ts';
import { ModelWorld } from '../chaos/model/world.ts';
import type { Edit } from '../chaos/page/rig-page.ts';
import { nextEdit } from '../chaos/person.ts';
import { Random } from '../chaos/random.ts';
import { byTier } from '../setup/run/tier.ts';

const ground = await openGround();
afterAll(() => ground.close());

/** `npm run test:chaos -- --model` runs ten thousand of them. */
it('whatever happens to network, clock, disk and pages, no promised write is lost, doubled or out of order', async () => {
  for (const seed of seedsOf(31, byTier(2, 6))) {
    await expect(runHistory(ground, { seed, length: historyLength })).resolves.toBeDefined();
  }
});

it('a history is the same whenever it is run', async () => {
  const history = { seed: 31, length: historyLength };
  const heard = await runHistory(ground, history);
  expect(heard.length).toBeGreaterThan(20);
  await expect(runHistory(ground, history)).resolves.toEqual(heard);
});

it('who makes room for somebody else on a device that is full loses nothing, whatever finds no place', async () => {
  const [subject] = ground.subjects;
  for (const room of [0, 5, 6, 7, 8]) {
    const world = await ModelWorld.make(ground, room);
    const device = world.devices[1];
    const page = device?.tabs[0];
    if (device === undefined || page === undefined || subject === undefined)
      throw new Error('Nobody is there.');
    device.browser.network.state = 'portal';
    device.browser.disk.limit(room);
    world.write(device, page, [subject.id], {
      kind: 'review',
      change: { application: subject.id, like: 1 },
    });
    await world.settle();
    await world.changePerson(device);
    expect(await world.end(), `room for ${room}`).toEqual([]);
    world.close();
  }
});

it('the data of two tabs is cleared, of which one writes and the other one signs out', async () => {
  const [subject] = ground.subjects;
  for (const turns of [0, 4, 12]) {
    const world = await ModelWorld.make(ground, turns);
    const [device] = world.devices;
    if (device === undefined || subject === undefined) throw new Error('Nobody is there.');
    await world.openTab(device, 1);
    const [writing, other] = device.tabs;
    if (writing === undefined || other === undefined) throw new Error('No page is there.');
    device.browser.network.state = 'portal';
    device.browser.disk.clear();
    void other.rig.wake();
    await world.turns(turns);
    world.write(device, writing, [subject.id], { kind: 'opened', application: subject.address });
    await world.settle();
    await world.signOut(device, other);
    expect(await world.end(), `${turns} turns later`).toEqual([]);
    world.close();
  }
});

it('what a page brought back after its data was cleared goes once, also when the power fails next', async () => {
  const [subject] = ground.subjects;
  if (subject === undefined) throw new Error('There is nothing to write about.');
  const like: Edit = { kind: 'review', change: { application: subject.id, like: 1 } };
  const opened: Edit = { kind: 'opened', application: subject.address };
  for (const network of ['cut', 'stuck'] as const)
    for (const edit of [like, opened])
      for (const isReloaded of [false, true]) {
        const world = await ModelWorld.make(ground, 2);
        const [device] = world.devices;
        if (device === undefined) throw new Error('Nobody is there.');
        if (isReloaded) world.kill(device, false);
        await world.openTab(device, 0);
        device.browser.network.state = network;
        const [page] = device.tabs;
        if (page !== undefined) world.write(device, page, [subject.id], edit);
        await world.settle();
        await world.clearData(device);
        world.kill(device, true);
        expect(
          await world.end(),
          `${edit.kind}, ${network}, ${isReloaded ? 'reloaded' : 'as it was'}`,
        ).toEqual([]);
        world.close();
      }
});

it('what adds up counts once, also when it was sent from memory and the next page finds it on the disk as it was', async () => {
  const [subject] = ground.subjects;
  const world = await ModelWorld.make(ground, 1);
  const [device] = world.devices;
  if (device === undefined || subject === undefined) throw new Error('Nobody is there.');
  const { network, disk } = device.browser;
  const write = async (edit: Edit) => {
    await world.openTab(device, 0);
    const [page] = device.tabs;
    if (page !== undefined) world.write(device, page, [], edit);
    await world.settle();
  };
  const opened: Edit = { kind: 'opened', application: subject.address };
  // Requests behind one that is under way are not tried yet.
  network.state = 'stuck';
  await write({ kind: 'review', change: { application: subject.id, like: 1 } });
  await write(opened);
  disk.room = 0;
  network.state = 'open';
  await world.advance(40_000);
  world.kill(device, false);
  disk.room = Number.POSITIVE_INFINITY;
  network.state = 'stuck';
  await write(opened);
  expect(world.journal.acknowledged).toBe(3);
  expect(await world.end()).toEqual([]);
  world.close();
});

it('histories make each kind of write that may wait, and a storm makes the same', async () => {
  const { subjects } = ground;
  const [subject] = subjects;
  const world = await ModelWorld.make(ground, 1);
  const [device] = world.devices;
  const page = device?.tabs[0];
  if (device === undefined || page === undefined || subject === undefined)
    throw new Error('Nobody is there.');
  const all = subjects.map(({ id }) => id);
  const modelled = writes.map((kind) => editOf(kind, subject, 'Good', true));
  for (const edit of modelled) {
    world.write(device, page, all, edit);
    await world.settle();
  }
  // Where one device deletes a review, a change of its text from another one is rightly refused: no history may have both.
  // Reports for support and days without an app stand alone: no other write meets them.
  const alone: readonly string[] = [deleteWrite.kind, supportReportWrite.kind, deferralWrite.kind];
  const written = pendingWrites.filter(({ kind }) => !alone.includes(kind));
  expect([...world.journal.kinds.keys()].sort()).toEqual(written.map(({ kind }) => kind).sort());
  expect(await world.end()).toEqual([]);
  world.close();

  const random = new Random(1);
  const drawn = Array.from({ length: 1_000 }, () => nextEdit(random, subject, 'Good', true));
  const kinds = new Set(drawn.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(modelled.map(({ kind }) => kind)));
});
