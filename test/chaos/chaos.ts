import { setTimeout as wait } from 'node:timers/promises';
import { buildIfChanged } from '../../mock-server/launch/build.ts';
import { findChromium } from '../setup/browser/chromium.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { checkConsistency, type Faults } from './consistency-check.ts';
import { convergence } from './convergence.ts';
import { Device } from './device.ts';
import { Journal } from './journal.ts';
import { keepLog } from './log.ts';
import { buildRigPage } from './page/build.ts';
import { Random } from './random.ts';
import { type Disturbance, openWeather, type Weather } from './weather.ts';
import { openWorld, type World } from './world.ts';

export interface ChaosOptions {
  seed: number;
  minutes: number;
  /** How many writes are acknowledged before it ends. */
  writes: number;
  /** How many times the service is killed, and how many times a browser. */
  kills: number;
  devices: number;
  /** How many applications people write about, each with terms, an address and a message. */
  subjects: number;
}

export interface Report extends Faults {
  asked: number;
  acknowledged: number;
  /** The same by kind of pending write. */
  kinds: Map<string, number>;
  /** How many of them were made on the catalog's own screens. */
  taps: number;
  /** How many times a device went from one person to another. */
  changes: number;
  serviceKills: number;
  browserKills: number;
  /** How many requests met what, of all devices. */
  weather: Map<Disturbance, number>;
  /** Differences between devices, tabs and the service after the weather has cleared. */
  apart: string[];
  /** Faults of pages that were not killed. */
  troubles: string[];
}

/** A run may last this many times its minutes on a busy machine, until its writes and kills are done. */
const max = 3;

/**
 * Runs people, failures and kills against the built product, lets it recover, and compares. Everything it started has ended when it
 * resolves.
 */
export async function runChaos(options: ChaosOptions, say: (line: string) => void): Promise<Report> {
  const stack = new AsyncDisposableStack();
  try {
    return await weathered(options, say, stack);
  } finally {
    await stack.disposeAsync();
  }
}

async function weathered(
  options: ChaosOptions,
  say: (line: string) => void,
  stack: AsyncDisposableStack,
): Promise<Report> {
  const random = new Random(options.seed);
  await findChromium();
  await buildIfChanged();
  const page = await buildRigPage();
  const world = await openWorld({ subjects: options.subjects, people: options.devices + 1 });
  stack.defer(() => world.remove());
  await keepLog(world.database);
  const journal = new Journal();
  const pace = paceOf(options);
  const devices: Device[] = [];
  const skies: Weather[] = [];
  for (let at = 0; at < options.devices; at += 1) {
    const weather = await openWeather(world.url, random.branch(), page);
    stack.defer(() => weather.close());
    const context = { name: `device${at}`, world, weather, journal, random: random.branch(), pace };
    // The first two devices are of one person; the others of people who take turns.
    const people = at < 2 ? world.people.slice(0, 1) : world.people.slice(at - 1, at + 1);
    const device = await Device.make({ ...context, people });
    stack.defer(() => device.remove());
    await device.begin();
    devices.push(device);
    skies.push(weather);
  }
  say(`${devices.length} devices are signed in: the run begins.`);
  for (const weather of skies) weather.begin();
  for (const device of devices) device.live();
  const kills = await rage(options, world, devices, journal, random.branch(), say);
  await Promise.all(devices.map((device) => device.rest()));
  say('The weather clears.');
  await Promise.all(skies.map((weather) => weather.clear()));
  const left = await settle(devices);
  const apart = await convergence(world, devices);
  const faults = await checkConsistency(world.database, journal);
  return {
    ...faults,
    ...kills,
    lost: [...faults.lost, ...left],
    asked: journal.entries.length,
    acknowledged: journal.acknowledged,
    kinds: journal.kinds,
    taps: devices.reduce((sum, device) => sum + device.taps, 0),
    changes: devices.reduce((sum, device) => sum + device.changes, 0),
    weather: total(skies),
    apart,
    troubles: devices.flatMap((device) => device.troubles),
  };
}

/** Milliseconds between two writes of a tab, so that all are done in the time. */
function paceOf({ minutes, writes, devices }: ChaosOptions): () => number {
  const tabs = devices * 2;
  return () => (minutes * 60_000 * tabs * 0.8) / writes;
}

/** Kills the service and browsers until the time is over and the writes and kills are done. */
async function rage(
  { minutes, writes, kills }: ChaosOptions,
  world: World,
  devices: readonly Device[],
  journal: Journal,
  random: Random,
  say: (line: string) => void,
): Promise<{ serviceKills: number; browserKills: number }> {
  const began = Date.now();
  const planned = minutes * 60_000;
  const done = { serviceKills: 0, browserKills: 0 };
  const isOver = () => Date.now() - began > planned * max;
  const tell = setInterval(() => say(progress(journal, done)), 30_000);
  const killEach = async (side: keyof typeof done, kill: (chances: Random) => Promise<void>) => {
    const chances = random.branch();
    while (done[side] < kills && !isOver()) {
      await wait((planned / (kills + 1)) * chances.between(0.3, 1.4));
      await kill(chances);
      done[side] += 1;
    }
  };
  await Promise.all([
    killEach('serviceKills', (chances) => killService(world, chances)),
    killEach('browserKills', (chances) => chances.pick(devices).crash()),
  ]);
  while ((journal.acknowledged < writes || Date.now() - began < planned) && !isOver()) await wait(100);
  clearInterval(tell);
  return done;
}

const progress = (journal: Journal, done: { serviceKills: number; browserKills: number }) =>
  `${journal.acknowledged} writes, ${done.serviceKills} kills of the service, ${done.browserKills} of browsers`;

async function killService({ service }: World, random: Random): Promise<void> {
  await service.kill();
  await wait(random.between(0, 1_500));
  await service.start();
}

/** People open their catalogs once more, in fair weather; says what still waits, or was refused, after a while. */
async function settle(devices: readonly Device[]): Promise<string[]> {
  await Promise.all(devices.map((device) => device.crash()));
  const ends = Date.now() + 2 * timeouts.step;
  let left: string[];
  do {
    await wait(500);
    await Promise.all(devices.map((device) => device.comeBack()));
    const states = await Promise.all(
      devices.map(async (device) => ({ device, tabs: await device.states() })),
    );
    left = states.flatMap(({ device, tabs }) =>
      tabs.flatMap(({ phase, unsent, refused }) => [
        ...(phase === 'signed-in' ? [] : [`${device.name} is ${phase}`]),
        ...(unsent > 0 ? [`${device.name}: ${unsent} writes still wait`] : []),
        ...refused.map((write) => `${device.name}: refused ${write}`),
      ]),
    );
  } while (left.length > 0 && Date.now() < ends);
  return left;
}

function total(skies: readonly Weather[]): Map<Disturbance, number> {
  const sum = new Map<Disturbance, number>();
  for (const { counts } of skies)
    for (const [disturbance, count] of counts) sum.set(disturbance, (sum.get(disturbance) ?? 0) + count);
  return sum;
}
