import fc from 'fast-check';
import type { Edit } from '../page/rig-page.ts';
import type { Subject } from '../subjects.ts';
import { type NetworkState, networkStates } from './network.ts';
import type { ModelDevice, ModelWorld } from './world.ts';

/** The model knows nothing of the world except its report at the end: every command may be tried at any time. */
type Model = object;
type Command = fc.AsyncCommand<Model, ModelWorld>;

/** A command of a device: `act` does it, `words` say it in a history that failed. */
function command(
  words: string,
  device: number,
  act: (world: ModelWorld, device: ModelDevice) => Promise<void>,
): Command {
  return {
    check: () => true,
    run: async (_model, world) => {
      const own = world.devices[device];
      if (own !== undefined) await act(world, own);
    },
    toString: () => `device ${device}: ${words}`,
  };
}

/** What people do with a subject; what adds up or is of all messages at once more often than the rest. */
export const writes = [
  'like',
  'dislike',
  'text',
  'no text',
  'install',
  'confirm',
  'remove',
  'accept',
  'decline',
  'read',
  'read',
  'open',
  'open',
  'open',
] as const;

/** `mark` is a text that nobody wrote before in this history. */
export function editOf(
  kind: (typeof writes)[number],
  { id: application, versions: [first, second], terms, address, message }: Subject,
  mark: string,
  hasRating: boolean,
): Edit {
  const rating = hasRating ? {} : ({ like: 1 } as const);
  if (first === undefined || second === undefined) throw new Error('The application has no versions.');
  switch (kind) {
    case 'like':
      return { kind: 'review', change: { application, like: 1 } };
    case 'dislike':
      return { kind: 'review', change: { application, like: 0 } };
    case 'text':
      return { kind: 'review', change: { application, ...rating, title: mark, comment: 'Said.' } };
    case 'no text':
      return { kind: 'review', change: { application, ...rating, comment: null } };
    case 'install':
      return { kind: 'installed', application, version: first };
    case 'confirm':
      return { kind: 'asked', application, version: second };
    case 'remove':
      return { kind: 'removed', application };
    case 'accept':
    case 'decline':
      return { kind: 'terms', answer: { terms, application, accepted: kind === 'accept' } };
    case 'read':
      return { kind: 'read', reading: { messages: [message] } };
    case 'open':
      return { kind: 'opened', application: address };
  }
}

/** The first two devices are of one person. */
const device = fc.constantFrom(0, 0, 1, 1, 2);
const tab = fc.constantFrom(0, 1);
const place = fc.constantFrom(0, 0, 0, 1);
/** Turns of the event loop after which the next thing happens; null: when everything has come to rest. */
const pause = fc.option(fc.nat({ max: 60 }), { freq: 2 });

async function rest(world: ModelWorld, turns: number | null): Promise<void> {
  if (turns === null) await world.settle();
  else await world.turns(turns);
}

const write = fc
  .record({ device, tab, kind: fc.constantFrom(...writes), place, turns: pause })
  .map(({ kind, place: at, turns, ...where }) =>
    command(
      `${kind} ${at} in tab ${where.tab}, then ${turns ?? 'rest'}`,
      where.device,
      async (world, own) => {
        // Who writes has the catalog open, and does one thing at a time to an application.
        await world.openTab(own, where.tab);
        const page = own.tabs[where.tab];
        const subject = world.subjects[at];
        if (page === undefined || subject === undefined) return;
        if (page.rig.state().phase === 'signed-out') return;
        if (own.busy.has(subject.id)) return;
        const mark = `mark ${world.journal.entries.length}`;
        world.write(own, page, [subject.id], editOf(kind, subject, mark, own.ratings.has(subject.id)));
        await rest(world, turns);
      },
    ),
  );

const network = fc
  .record({
    device,
    state: fc.constantFrom<NetworkState>(...networkStates, 'open', 'open', 'open', 'deaf', 'late'),
  })
  .map(({ state, ...where }) =>
    command(`network ${state}`, where.device, async (_world, { browser }) => {
      browser.network.state = state;
    }),
  );

const line = fc.record({ device, isOnline: fc.boolean() }).map(({ isOnline, ...where }) =>
  command(isOnline ? 'online' : 'offline', where.device, async (world, { browser }) => {
    browser.network.isOnline = isOnline;
    for (const page of browser.pages) page.tell(isOnline ? 'online' : 'offline');
    await world.settle();
  }),
);

const time = fc
  .constantFrom(1_000, 5_000, 31_000, 90_000)
  .map((passed) => command(`${passed} ms pass`, 0, (world) => world.advance(passed)));

const hour = 3_600_000;
const skew = fc
  .record({ device, by: fc.constantFrom(-8_760 * hour, -hour, hour, 8_760 * hour) })
  .map(({ by, ...where }) =>
    command(`the clock is set by ${by / hour} hours`, where.device, async (_world, { browser }) => {
      browser.skew += by;
    }),
  );

const kill = fc
  .record({ device, power: fc.boolean(), after: fc.nat({ max: 40 }) })
  .map(({ power, after, ...where }) =>
    command(`${power ? 'power fails' : 'killed'} after ${after}`, where.device, async (world, own) => {
      await world.turns(after);
      world.kill(own, power);
    }),
  );

const room = fc
  .record({ device, more: fc.option(fc.nat({ max: 12 }), { freq: 3 }) })
  .map(({ more, ...where }) =>
    command(
      more === null ? 'there is room' : `room for ${more}`,
      where.device,
      async (_world, { browser }) => {
        if (more === null) browser.disk.room = Number.POSITIVE_INFINITY;
        else browser.disk.limit(more);
      },
    ),
  );

const clear = device.map((at) => command('clears its data', at, (world, own) => world.clearData(own)));

const newer = device.map((at) =>
  command('runs a newer release, which is taken back', at, (world, own) => world.runNewer(own)),
);

const lack = fc
  .record({ device, store: fc.constantFrom('cover', 'blocksA', 'drafts') })
  .map(({ store, ...where }) =>
    command(`loses the store ${store}`, where.device, async (world, own) => {
      world.kill(own, false);
      own.browser.disk.lose(store);
    }),
  );

const change = device.map((at) =>
  command('somebody else signs in', at, (world, own) => world.changePerson(own)),
);

const open = fc
  .record({ device, tab })
  .map((where) =>
    command(`opens tab ${where.tab}`, where.device, (world, own) => world.openTab(own, where.tab)),
  );

const wake = fc.record({ device, tab, turns: pause }).map(({ turns, ...where }) =>
  command(`wakes tab ${where.tab}, then ${turns ?? 'rest'}`, where.device, async (world, own) => {
    const page = own.tabs[where.tab];
    if (page?.isAlive !== true || page.rig.state().phase === 'signed-out') return;
    void page.rig.wake().catch(() => undefined);
    await rest(world, turns);
  }),
);

const signOut = fc.record({ device, tab }).map((where) =>
  command(`signs out in tab ${where.tab}`, where.device, async (world, own) => {
    const page = own.tabs[where.tab];
    if (page?.isAlive === true && page.rig.state().phase === 'signed-in') await world.signOut(own, page);
  }),
);

const signIn = device.map((at) =>
  command('signs in', at, async (world, own) => {
    const page = own.tabs.find((each) => each?.isAlive);
    if (page !== undefined && page.rig.state().phase !== 'signed-in') await world.signIn(own);
  }),
);

const often = Array.from({ length: 6 }, () => write);
const sometimes = [network, network, network, line, time, time, time, wake, wake];
const seldom = [
  skew,
  kill,
  kill,
  open,
  open,
  signOut,
  signIn,
  signIn,
  room,
  room,
  change,
  clear,
  newer,
  lack,
];

/** What may happen; likelier where it stands more than once. */
export const commands = [...often, ...sometimes, ...seldom];
