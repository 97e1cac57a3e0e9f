import fc from 'fast-check';
import { deleteDB } from 'idb';
import { expect, it } from 'vitest';
import { Client } from '../../src/data/http/client.ts';
import { OfflineError, RefusedError } from '../../src/data/http/errors.ts';
import { InstallQueue } from '../../src/data/installs/install-queue.ts';
import type { InstallerBridge } from '../../src/data/installs/installer-bridge.ts';
import { Installs } from '../../src/data/installs/installs.ts';
import { getProgress } from '../../src/data/installs/queued-installs.ts';
import { Outbox } from '../../src/data/outbox/outbox.ts';
import type { InstallLink } from '../../src/data/records/install-record.ts';
import { AccountChannel } from '../../src/data/storage/account-channel.ts';
import { IdbStorage } from '../../src/data/storage/idb-storage.ts';

const databaseName = 'appshelf-test-queue';
const applications = ['a', 'b', 'c', 'd', 'e'] as const;

/** What happens to the next link: when it is fetched, and then to its download. */
type Fate = 'begins' | 'offline' | 'refused' | 'lost' | 'late' | 'needs-tap';

const ticks = async (count: number) => {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A device with its network: the links it got and the downloads it began, whatever happens to the pages. */
class SimulatedDevice {
  readonly onePerTap: boolean;
  readonly fates: Fate[];
  readonly slowness: number[];
  /** Links that were begun, with the application of each. */
  readonly begun: InstallLink[] = [];
  readonly #late: InstallLink[] = [];
  #links = 0;

  constructor(onePerTap: boolean, fates: Fate[], slowness: number[]) {
    this.onePerTap = onePerTap;
    this.fates = fates;
    this.slowness = slowness;
  }

  timesBegun = (application: string) => this.begun.filter(({ version }) => version.id === application).length;

  /** The page's part in it; a closed page does nothing more. */
  courierOf(page: { ended: boolean }): InstallerBridge {
    const pass = async () => {
      await ticks(this.slowness.shift() ?? 0);
      if (page.ended) throw new Error('The page has ended.');
    };
    return {
      needsTapPerInstall: this.onePerTap,
      fetchLink: async (application) => {
        await pass();
        const fate = this.fates[0];
        if (fate === 'offline') throw this.#fail(new OfflineError('There is no network.'));
        if (fate === 'refused') throw this.#fail(refusal);
        this.#links += 1;
        return { link: String(this.#links), version: { id: application, version_num: '1' } };
      },
      isReadyForLink: () => {
        if (this.fates[0] !== 'needs-tap') return true;
        this.fates.shift();
        return false;
      },
      openLink: (handover) => {
        if (page.ended) return;
        const fate = this.fates.shift();
        if (fate === 'late') this.#late.push(handover);
        else if (fate !== 'lost') this.begun.push(handover);
      },
      hasStarted: async (handover) => {
        await pass();
        return this.begun.some(({ link }) => link === handover.link);
      },
      waitForStart: async (handover) => {
        try {
          await pass();
          return this.begun.some(({ link }) => link === handover.link);
        } finally {
          // A late answer begins a download although the page no longer waits for it.
          this.begun.push(...this.#late.splice(0));
        }
      },
      pauseBetweenLinks: () => ticks(1),
    };
  }

  #fail(error: Error): Error {
    this.fates.shift();
    return error;
  }
}

const refusal = new RefusedError({
  status: 404,
  code: 11,
  name: 'not_found',
  message: '',
  guid: '',
  details: null,
});

/** A tab: it reads and writes the stored queue, until it is closed at any moment. */
class Tab {
  ended = false;
  readonly #storage: IdbStorage;
  readonly #channel = new AccountChannel(databaseName);
  readonly installs: Installs;
  readonly queue: InstallQueue;

  private constructor(storage: IdbStorage, device: SimulatedDevice) {
    this.#storage = storage;
    const client = new Client('http://127.0.0.1:9');
    const channel = this.#channel;
    const shared = { databaseName, storage, client, channel };
    const unused = { writes: new Map(), requestWakeUp: () => Promise.resolve(), findName: () => null };
    const outbox = new Outbox({ ...shared, ...unused, isPersisted: () => true });
    this.installs = new Installs({ storage, outbox, channel });
    this.queue = new InstallQueue({
      databaseName,
      installs: this.installs,
      installer: device.courierOf(this),
    });
  }

  static async open(device: SimulatedDevice): Promise<Tab> {
    const tab = new Tab(await IdbStorage.open(databaseName), device);
    await tab.installs.reload();
    return tab;
  }

  end(): void {
    this.ended = true;
    this.queue.close();
    this.#channel.close();
    this.#storage.close();
  }
}

const tab = fc.nat(1);
const one = fc.constantFrom(...applications);
const step = fc.record({
  act: fc.constantFrom('next', 'again', 'reload', 'add', 'give-up'),
  tab,
  application: one,
  /** Milliseconds after the step before. */
  ticks: fc.nat(12),
});

const fate = fc.constantFrom<Fate[]>('begins', 'begins', 'offline', 'refused', 'lost', 'late', 'needs-tap');

const history = fc.record({
  onePerTap: fc.boolean(),
  fates: fc.array(fate, { maxLength: 12 }),
  slowness: fc.array(fc.nat(8), { maxLength: 40 }),
  steps: fc.array(step, { maxLength: 14 }),
});

/** Continues in a new tab until nothing is due, as a patient person would. */
async function finish(device: SimulatedDevice): Promise<Tab> {
  const last = await Tab.open(device);
  const left = () => {
    const { due, failed } = getProgress(last.installs.records.get().values());
    return due.length + failed.length;
  };
  for (let taps = 0; left() > 0 && taps < 20; taps += 1) await last.queue.retry();
  expect(left()).toBe(0);
  return last;
}

it('hands over each application once for a wish and drops none, whatever pages and networks do', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ onePerTap, fates, slowness, steps }) => {
      await deleteDB(databaseName);
      const device = new SimulatedDevice(onePerTap, [...fates], [...slowness]);
      const first = await Tab.open(device);
      const open = [first, await Tab.open(device)];
      const wanted = new Set<string>();
      const givenUp = new Set<string>();
      const running: Promise<unknown>[] = [];
      const start = async (at: Tab, application: string) => {
        if (wanted.has(application)) return;
        wanted.add(application);
        running.push(at.queue.add([{ application, name: application.toUpperCase() }]));
        while (at.installs.records.get().get(application) === undefined) await ticks(1);
      };
      for (const application of ['a', 'b', 'c']) await start(first, application);
      for (const { act, tab: index, application, ticks: count } of steps) {
        await ticks(count);
        const at = open[index] ?? first;
        if (act === 'next') running.push(at.queue.resume());
        if (act === 'again') running.push(at.queue.retry());
        if (act === 'add') await start(at, application);
        if (act === 'give-up') {
          givenUp.add(application);
          running.push(at.queue.cancel(application));
        }
        if (act === 'reload') {
          at.end();
          open[index] = await Tab.open(device);
        }
      }
      for (const at of open) at.end();
      await Promise.allSettled(running);
      device.fates.length = 0;
      const last = await finish(device);
      const records = last.installs.records.get();
      const wrong = [...wanted].filter((application) => {
        const started = device.timesBegun(application);
        const isRequested = records.get(application)?.attempt?.state === 'sent';
        const isRight = givenUp.has(application) ? started <= 1 : started === 1 && isRequested;
        return !isRight || (isRequested && started === 0);
      });
      expect(wrong).toEqual([]);
      last.end();
    }),
    { numRuns: 200 },
  );
});
