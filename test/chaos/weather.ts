import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './random.ts';

/** What happens to a request, by name; `fair`: nothing. */
export type Disturbance =
  | 'fair'
  | 'dropped before'
  | 'dropped after'
  | 'delayed'
  | 'doubled'
  | 'late double'
  | 'answer cut'
  | 'odd status'
  | 'portal page'
  | 'portal redirect'
  | 'slow drip'
  | 'no answer';

/** The probability of each disturbance during such weather; the rest is `fair`. */
type Front = Partial<Record<Disturbance, number>>;

const fronts: readonly Front[] = [
  {},
  { delayed: 0.2, 'late double': 0.1, 'slow drip': 0.05 },
  {
    'dropped before': 0.12,
    'dropped after': 0.14,
    delayed: 0.12,
    doubled: 0.1,
    'late double': 0.12,
    'answer cut': 0.08,
    'odd status': 0.1,
    'portal page': 0.04,
    'portal redirect': 0.04,
    'slow drip': 0.03,
    'no answer': 0.01,
  },
  { 'dropped before': 0.3, 'dropped after': 0.5, 'answer cut': 0.1 },
  { 'dropped before': 1 },
  { 'portal page': 0.7, 'portal redirect': 0.3 },
  { 'odd status': 0.8, delayed: 0.1 },
];

/**
 * Statuses that proxies, filters and overloaded services answer with, except 401 and 403, which only the service itself
 * uses.
 */
const oddStatuses = [
  200, 204, 304, 404, 408, 409, 413, 418, 421, 425, 429, 451, 500, 502, 503, 504, 511, 520,
];

const portal = '<!doctype html><title>Welcome</title><h1>Free network: please sign in</h1>';

/** A file that the proxy answers by itself, whatever the weather. */
export type OwnFiles = ReadonlyMap<string, { type: string; content: string }>;

/** The network between one device and the service, which disturbs requests until it is told to clear. */
export interface Weather {
  url: string;
  /** How many requests met what. */
  counts: Map<Disturbance, number>;
  /** Disturbances begin; before that, everything passes. */
  begin(): void;
  /** From here on everything passes. Resolves when no earlier request is under way any more. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

interface Passing {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
}

/** Opens a proxy before `target` on loopback. `ownFiles` are those of the rig's page. */
export async function openWeather(target: string, random: Random, ownFiles: OwnFiles): Promise<Weather> {
  const sky = new Sky(target, random);
  const server = createServer((incoming, outgoing) => {
    const own = ownFiles.get(new URL(incoming.url ?? '/', target).pathname);
    if (own === undefined) void sky.pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    else outgoing.writeHead(200, { 'content-type': own.type, 'cache-control': 'no-store' }).end(own.content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: sky.counts,
    begin: () => sky.begin(),
    clear: () => sky.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

class Sky {
  readonly counts = new Map<Disturbance, number>();
  readonly #target: string;
  readonly #random: Random;
  readonly #late = new Set<Promise<unknown>>();
  #front: Front = {};
  #until = 0;
  #isClear = true;

  constructor(target: string, random: Random) {
    this.#target = target;
    this.#random = random;
  }

  begin(): void {
    this.#isClear = false;
  }

  async clear(): Promise<void> {
    this.#isClear = true;
    while (this.#late.size > 0) await Promise.all(this.#late);
  }

  async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const passing = { incoming, outgoing, body: Buffer.concat(chunks) };
    const disturbance = this.#draw();
    this.counts.set(disturbance, (this.counts.get(disturbance) ?? 0) + 1);
    await this.#ways[disturbance](passing);
  }

  readonly #ways: Record<Disturbance, (passing: Passing) => void | Promise<void>> = {
    fair: (passing) => this.#answer(passing),
    'dropped before': ({ incoming }) => void incoming.socket.destroy(),
    'dropped after': async (passing) => {
      await this.#send(passing);
      passing.incoming.socket.destroy();
    },
    delayed: async (passing) => {
      // The one who asked may have gone meanwhile; what was on its way arrives all the same.
      await wait(this.#random.between(50, 2_500));
      await this.#answer(passing);
    },
    doubled: async (passing) => {
      this.#later(this.#send(passing));
      await this.#answer(passing);
    },
    'late double': async (passing) => {
      this.#later(wait(this.#random.between(500, 9_000)).then(() => this.#send(passing)));
      await this.#answer(passing);
    },
    'answer cut': async (passing) => {
      const answer = await this.#send(passing);
      if (answer === null) return void passing.incoming.socket.destroy();
      // A cut answer is only noticed when its length was declared.
      const length = String(Math.max(answer.body.length, 2));
      passing.outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': length });
      passing.outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => {
        passing.incoming.socket.destroy();
      });
    },
    'odd status': ({ outgoing }) => {
      const status = this.#random.pick(oddStatuses);
      const headers = { 'content-type': 'text/html', ...(status === 429 && { 'retry-after': '1' }) };
      outgoing.writeHead(status, headers).end(status === 204 || status === 304 ? undefined : 'odd');
    },
    'portal page': ({ outgoing }) =>
      void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(portal),
    'portal redirect': ({ outgoing }) =>
      void outgoing.writeHead(302, { location: 'http://127.0.0.1:9/sign-in' }).end(),
    'slow drip': async (passing) => {
      const answer = await this.#send(passing);
      if (answer === null) return void passing.incoming.socket.destroy();
      passing.outgoing.writeHead(answer.status, answer.headers);
      const step = Math.ceil(answer.body.length / 8) || 1;
      for (let at = 0; at < answer.body.length && !passing.outgoing.destroyed; at += step) {
        passing.outgoing.write(answer.body.subarray(at, at + step));
        await wait(120);
      }
      passing.outgoing.end();
    },
    'no answer': async ({ incoming }) => {
      await wait(this.#random.between(3_000, 15_000));
      incoming.socket.destroy();
    },
  };

  #draw(): Disturbance {
    if (this.#isClear) return 'fair';
    if (Date.now() > this.#until) {
      this.#front = this.#random.pick(fronts);
      this.#until = Date.now() + this.#random.between(1_500, 7_000);
    }
    let chance = this.#random.next();
    for (const [disturbance, likelihood] of Object.entries(this.#front)) {
      chance -= likelihood;
      if (chance < 0) return disturbance as Disturbance;
    }
    return 'fair';
  }

  #later(work: Promise<unknown>): void {
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        this.#late.delete(settled);
      });
    this.#late.add(settled);
  }

  /** Forwards a request and passes the answer on as it comes, also one that never ends. */
  async #answer({ incoming, outgoing, body }: Passing): Promise<void> {
    const onward = this.#onward(incoming, body);
    outgoing.once('close', () => onward.destroy());
    const answer = await answerOf(onward);
    if (answer === null) return void incoming.socket.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => incoming.socket.destroy());
    answer.pipe(outgoing);
  }

  /** Forwards a request and reads the whole answer; null when there is none, or it has no end. */
  async #send({ incoming, body }: Passing) {
    const onward = this.#onward(incoming, body);
    const answer = await answerOf(onward);
    if (answer === null) return null;
    if (answer.headers['content-type']?.startsWith('text/event-stream')) {
      onward.destroy();
      return null;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of answer) chunks.push(chunk);
    } catch {
      return null;
    }
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    return { status: answer.statusCode ?? 502, headers, body: Buffer.concat(chunks) };
  }

  #onward({ method, url, headers }: IncomingMessage, body: Buffer) {
    const onward = request(new URL(url ?? '/', this.#target), { method, headers });
    onward.end(body);
    return onward;
  }
}

/** Null when the service ends before it answers. */
function answerOf(onward: ReturnType<typeof request>): Promise<IncomingMessage | null> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
  onward.once('response', resolve);
  onward.on('error', () => resolve(null));
  onward.once('close', () => resolve(null));
  return promise;
}
