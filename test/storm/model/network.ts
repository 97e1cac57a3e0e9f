import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';

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
  readonly #service: FastifyInstance;
  readonly #clock: Clock;
  readonly #traffic: Traffic;

  constructor(service: FastifyInstance, clock: Clock, traffic: Traffic) {
    this.#service = service;
    this.#clock = clock;
    this.#traffic = traffic;
  }

  /** The browser's cryptography, whose work in other threads is waited for as the service is. */
  get watched(): Pick<Crypto, 'subtle' | 'randomUUID' | 'getRandomValues'> {
    const traffic = this.#traffic;
    const subtle = new Proxy(crypto.subtle, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          traffic.running += 1;
          try {
            return await Reflect.apply(Reflect.get(target, name, target), target, given.map(cheap));
          } finally {
            traffic.running -= 1;
          }
        },
    });
    return {
      subtle,
      randomUUID: () => crypto.randomUUID(),
      getRandomValues: (array) => crypto.getRandomValues(array),
    };
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

  /** What a page that has ended still waits for never comes. */
  forget(sender: Sender): void {
    sender.isAlive = false;
  }

  /** The answer; null when none ever comes. Error: the network's own. */
  async #carry(request: Request): Promise<Response | null> {
    const state = this.isOnline ? this.state : 'down';
    const letter = await letterOf(request);
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
    this.#traffic.late += 1;
    this.#clock.set(() => {
      this.#traffic.late -= 1;
      void this.#deliver(letter);
    }, lateness);
  }

  async #deliver(letter: Letter): Promise<Response> {
    this.#traffic.running += 1;
    try {
      const { statusCode, headers, rawPayload } = await this.#service.inject(letter);
      const head = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const body = statusCode === 204 || statusCode === 304 ? null : new Uint8Array(rawPayload);
      return new Response(body, { status: statusCode, headers: head });
    } finally {
      this.#traffic.running -= 1;
    }
  }
}

/** What is on its way in a world: with the service now, and what will arrive later. */
export interface Traffic {
  running: number;
  late: number;
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

/** Deriving keys from passwords is made slow on purpose, which nobody here attacks. */
const cheap = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'iterations' in given ? { ...given, iterations: 1 } : given;

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
