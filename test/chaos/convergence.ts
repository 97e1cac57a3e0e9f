import { setTimeout as wait } from 'node:timers/promises';
import { timeouts } from '../setup/run/timeouts.ts';
import type { Device } from './device.ts';
import { shouldShow } from './should-show.ts';
import type { World } from './world.ts';

/** Differences between what tabs show and the service's tables, once the tabs have had time to sync. */
export async function convergence(world: World, devices: readonly Device[]): Promise<string[]> {
  const ends = Date.now() + 2 * timeouts.step;
  let apart: string[];
  do {
    await wait(1_000);
    apart = (await Promise.all(devices.map((device) => differences(world, device)))).flat();
  } while (apart.length > 0 && Date.now() < ends);
  return apart;
}

async function differences(world: World, device: Device): Promise<string[]> {
  const expected = await Promise.all(
    world.subjects.map((subject) =>
      shouldShow(world.database.db, { person: device.person.id, device: device.id }, subject),
    ),
  );
  const tabs = await device.shown(world.subjects);
  return tabs.flatMap((shown, tab) =>
    expected.flatMap((wanted, place) => {
      const [should, does] = [JSON.stringify(wanted), JSON.stringify(shown[place])];
      return should === does ? [] : [`${device.name}, tab ${tab} shows ${does}, not ${should}`];
    }),
  );
}
