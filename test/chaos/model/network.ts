import type { FastifyInstance } from 'fastify';
import type { Random } from '../random.ts';
import type { Clock } from './clock.ts';
import type { EventLoop } from './event-loop.ts';

/**
 * How a simulated device's network is. `down`: nothing goes out. `deaf`: what is sent arrives, no answer comes. `late`: no answer comes,
 * and what is sent arrives when nobody waits for it any more. `twice`: it arrives now, and once more later. `stuck`: nothing comes of it.
 * `cut`: the answer ends in its middle. `failing`: something before the service says 503. `broken`: the service itself says 500.
 * `portal`: somebody else answers.
 */
export const networkStates = [
  'open',
  'down',
  'deaf',
  'late',
  'twice',
  'stuck',
  'cut',
  'failing',
  'broken',
  'portal',
] as const;
export type NetworkState = (typeof networkStates)[number];

/** How long what is late takes, in milliseconds. */
const lateness = 40_000;

/** Answers who asks for the live stream. */
export type Streams = (request: Request) => Response;

interface Sender {
  isAlive: boolean;
}

/** The network of one simulated device, with the real service at its other end. */
export class Network {
  state: NetworkState = 'open';
  isOnline = true;
  /** Histories do without the live stream: it has no end, which they can't carry. */
  streams: Streams | null = null;
  /** The paths of everything that was asked for. */
  readonly asked: string[] = [];
  /** Hears the name of each writer whose writes go out. */
  sends: (writer: string) => void = () => undefined;
  readonly #course: Course;

  constructor(course: Course) {
    this.#course = course;
  }

  fetch(sender: Sender, request: Request): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { signal } = request;
    const { pathname, search } = new URL(request.url);
    this.asked.push(pathname + search);
    const fail = (fault: unknown) => {
      if (sender.isAlive) reject(fault);
    };
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason));
    const answer = (given: Response | null) => void (sender.isAlive && given !== null && resolve(given));
    void this.#carry(request).then(answer, fail);
    return promise;
  }

  /** Marks a page as ended: what it still waits for never arrives. */
  forget(sender: Sender): void {
    sender.isAlive = false;
  }

  /** The answer; null when none ever comes. Error: the network's own. */
  async #carry(request: Request): Promise<Response | null> {
    const state = this.isOnline ? this.state : 'down';
    const letter = await letterOf(request);
    const writer = letter.headers['x-writer'];
    if (writer !== undefined) this.sends(writer);
    const failed = () => new TypeError('Failed to fetch');
    const isStream = letter.url.includes('/events');
    if (state === 'down' || (isStream && this.streams === null)) throw failed();
    if (isStream && this.streams !== null) return this.streams(request);
    if (state === 'stuck') return null;
    if (state === 'failing') return new Response('<h1>503</h1>', { status: 503 });
    if (state === 'portal')
      return new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } });
    if (state === 'late') {
      this.#later(letter);
      throw failed();
    }
    if (state === 'broken') return new Response('{"error":{"code":1,"message":"Broken"}}', brokenHead);
    if (state === 'twice') this.#later(letter);
    const answer = await this.#deliver(letter);
    if (state === 'deaf') throw failed();
    return state === 'cut' ? cutShort(answer) : answer;
  }

  #later(letter: Letter): void {
    this.#course.clock.set(() => void this.#deliver(letter), lateness);
  }

  /** Each way takes some turns, after any of which a page may be gone. */
  async #deliver(letter: Letter): Promise<Response> {
    const { loop, random, service, hear } = this.#course;
    await new Promise<void>((resolve) => loop.post(resolve, random.below(maxDelayMs)));
    const { statusCode, headers, rawPayload } = await loop.outside(
      async () => service.inject(letter),
      random.below(maxDelayMs),
    );
    hear(`${letter.method} ${letter.url.replace(/[?].*/, '')} ${statusCode}`);
    const head = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const body = statusCode === 204 || statusCode === 304 ? null : new Uint8Array(rawPayload);
    return new Response(body, { status: statusCode, headers: head });
  }
}

/** Turns of the event loop within which a request arrives, and its answer. */
const maxDelayMs = 12;

/** By what everything in a simulated world takes its course. */
export interface Course {
  /** Eight hexadecimal digits that no other world has. */
  name: string;
  loop: EventLoop;
  clock: Clock;
  random: Random;
  service: FastifyInstance;
  /** Notes what happened, so that two histories can be compared. */
  hear(what: string): void;
}

type Letter = Awaited<ReturnType<typeof letterOf>>;

async function letterOf(request: Request) {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(text !== '' && { payload: text }),
  };
}

const brokenHead = { status: 500, headers: { 'content-type': 'application/json', appshelf: '1' } };

/** The same answer, whose body ends with an error. */
function cutShort(answer: Response): Response {
  if (answer.body === null) return answer;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError('network error')),
  });
  const { status, headers } = answer;
  return new Response(body, { status, headers });
}
