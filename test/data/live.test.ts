import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateApplication } from '../../contract/applications.ts';
import { serviceMark } from '../../contract/common/service-mark.ts';
import { type Page, Screen } from '../chaos/model/browser.ts';
import { openGround } from '../chaos/model/histories.ts';
import type { Network } from '../chaos/model/network.ts';
import { ModelWorld } from '../chaos/model/world.ts';

const second = 1_000;
const minute = 60 * second;

/** A live stream that a page has opened. */
interface Stream {
  path: string;
  isEnded(): boolean;
  say(text: string): void;
}

/** The result of every random choice. */
const seed = 7;

let world: ModelWorld;
let page: Page;
let network: Network;
let screen: Screen;
let streams: Stream[];

const ground = await openGround();

/** A visible page on its own device, which listens to a stream that this test sends. */
beforeEach(async () => {
  world = await ModelWorld.make(ground, seed);
  const device = world.devices[2];
  if (device === undefined) throw new Error('The world has no third device.');
  world.kill(device, false);
  screen = new Screen();
  device.browser.screen = screen;
  network = device.browser.network;
  streams = [];
  network.streams = (request) => {
    const stream = openStream(request);
    streams.push(stream);
    return stream.response;
  };
  await world.openTab(device, 0);
  const [opened] = device.tabs;
  if (opened === undefined) throw new Error('The page is not open.');
  page = opened;
  await wait(10 * second);
  if (page.rig.state().phase !== 'signed-in') throw new Error('Nobody is signed in.');
});

afterEach(() => world.close());

afterAll(() => ground.close());

function openStream(request: Request): Stream & { response: Response } {
  const { signal } = request;
  const { pathname, search } = new URL(request.url);
  let say: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (text) => controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  const headers = { 'content-type': 'text/event-stream', [serviceMark.header]: serviceMark.value };
  const response = new Response(body, { headers });
  return { path: pathname + search, isEnded: () => signal.aborted, say: (text) => say(text), response };
}

/** How often the page has synced since the last call. */
const asked = (): number =>
  network.asked.splice(0).filter((path) => path.startsWith('/v3/catalog/sync')).length;

/** The open stream; `opened` is how many there were so far. */
const newest = (): Stream => {
  const stream = streams.at(-1);
  if (stream === undefined) throw new Error('No stream was asked for.');
  return stream;
};

/** Makes a change at the service; returns the event about it. */
async function change(spread = 0): Promise<string> {
  const { service, subjects } = ground;
  await service.ok(updateApplication, {
    token: service.admin.token,
    params: { application: subjects[0]?.id ?? '' },
    body: { app_name: `Changed ${Math.random()}` },
  });
  const { catalog_revision } = await service.platform.database.db
    .selectFrom('organizations')
    .select('catalog_revision')
    .where('id', '=', service.admin.orgId)
    .executeTakeFirstOrThrow();
  return `data: ${JSON.stringify({ catalog: catalog_revision, user: 0, device: 0, spread })}\n\n`;
}

/** Lets time pass, and everything that was begun before or in it come to an end. */
async function wait(milliseconds: number): Promise<void> {
  await world.settle();
  await world.advance(milliseconds);
  await world.settle();
}

/** Lets time pass, in which the service sends its sign of life every 25 s. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 25 * second) {
    newest().say(': here\n\n');
    await wait(Math.min(left, 25 * second));
  }
}

describe('a live stream', () => {
  it('that is silent for a minute is left, and asked for again by the cursor', async () => {
    const first = newest();
    await pass(2 * minute);
    expect([streams.length, first.isEnded()]).toEqual([1, false]);
    await wait(39 * second);
    expect(first.isEnded()).toBe(false);
    await wait(2 * second);
    expect(first.isEnded()).toBe(true);
    await wait(3 * second);
    expect(streams.length).toBe(2);
    expect(newest().path).toMatch(/[?&]cursor=\d/);
  });

  it('that is not answered for a minute is given up, and asked for again', async () => {
    network.state = 'stuck';
    screen.turn('hidden');
    await world.settle();
    screen.turn('visible');
    await world.settle();
    network.asked.length = 0;
    await wait(59 * second);
    const streamsAsked = () => network.asked.filter((path) => path.startsWith('/v3/catalog/events')).length;
    expect(streamsAsked()).toBe(0);
    await wait(5 * second);
    expect(streamsAsked()).toBe(1);
  });

  it('spreads those who hear of the same change over the time that it says', async () => {
    const moments = new Set<number>();
    for (let changes = 0; changes < 6; changes++) {
      asked();
      newest().say(await change(10 * second));
      let seconds = 0;
      while (seconds <= 10 && asked() === 0) {
        await wait(second);
        seconds += 1;
      }
      expect(seconds).toBeLessThanOrEqual(10);
      moments.add(seconds);
      await pass(20 * second);
      expect(asked()).toBe(0);
    }
    expect(moments.size).toBeGreaterThan(2);
  });

  it('ends when the page is hidden, and begins again by the cursor when it is seen', async () => {
    const first = newest();
    asked();
    first.say(await change());
    await wait(second);
    expect(asked()).toBe(1);
    screen.turn('hidden');
    await world.settle();
    expect(first.isEnded()).toBe(true);
    await wait(30 * minute);
    expect([streams.length, asked()]).toEqual([1, 0]);
    screen.turn('visible');
    await world.settle();
    expect(streams.length).toBe(2);
    const [before, after] = streams.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cursor'));
    expect(after).toMatch(/^\d/);
    expect(after).not.toBe(before);
  });
});

describe('an open page', () => {
  it('asks every five minutes for what no event tells of, and not while it is hidden', async () => {
    await pass(minute);
    asked();
    await pass(5 * minute);
    expect(asked()).toBe(1);
    await pass(5 * minute);
    expect(asked()).toBe(1);
  });

  it.each(['while it listens', 'while it can hear nothing'])(
    'asks when the person turns to it, %s',
    async (how) => {
      if (how !== 'while it listens') {
        network.streams = null;
        screen.turn('hidden');
        screen.turn('visible');
      }
      await wait(5 * second);
      asked();
      page.tell('focus');
      await wait(100);
      expect(asked()).toBe(1);
    },
  );
});
