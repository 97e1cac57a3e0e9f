import { setTimeout as wait } from 'node:timers/promises';
import { timeouts } from '../setup/timeouts.ts';
import type { Device } from './device.ts';
import type { Shown } from './page/rig-page.ts';
import type { World } from './world.ts';

/** Where what tabs show differs from the service's tables, once they have had time to ask. */
export async function convergence(world: World, devices: readonly Device[]): Promise<string[]> {
  const ids = world.applications.map(({ id }) => id);
  const ends = Date.now() + 2 * timeouts.step;
  let apart: string[];
  do {
    await wait(1_000);
    apart = (await Promise.all(devices.map((device) => differences(world, device, ids)))).flat();
  } while (apart.length > 0 && Date.now() < ends);
  return apart;
}

async function differences(world: World, device: Device, ids: readonly string[]): Promise<string[]> {
  const expected = await Promise.all(ids.map((id) => shouldShow(world, device, id)));
  const tabs = await device.shown(ids);
  return tabs.flatMap((shown, tab) =>
    expected.flatMap((wanted, place) => {
      const [should, does] = [JSON.stringify(wanted), JSON.stringify(shown[place])];
      return should === does ? [] : [`${device.name}, tab ${tab} shows ${does}, not ${should}`];
    }),
  );
}

/** What the tables say of an application, a person and the device that they use. */
async function shouldShow({ database: { db } }: World, device: Device, application: string): Promise<Shown> {
  const review = await db
    .selectFrom('reviews')
    .select('like')
    .where('user', '=', device.person.id)
    .where('application', '=', application)
    .executeTakeFirst();
  const counts = await db
    .selectFrom('applications')
    .select(['num_likes', 'num_dislikes'])
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  const installed = await db
    .selectFrom('installed')
    .select('version')
    .where('device', '=', device.id)
    .where('application', '=', application)
    .executeTakeFirst();
  return {
    application,
    like: review?.like ?? null,
    likes: counts.num_likes,
    dislikes: counts.num_dislikes,
    installed: installed?.version ?? null,
  };
}
