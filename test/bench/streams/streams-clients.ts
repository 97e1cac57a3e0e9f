import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type CatalogSync, catalogEvents, syncCatalog } from '../../../contract/sync.ts';
import { isKnown } from '../../../src/data/catalog/is-known.ts';
import { serveParent } from '../child.ts';
import { giveWay } from '../give-way.ts';
import type { Session } from '../people.ts';
import { OpenStream } from './open-stream.ts';

/** Questions to the clients; each is answered when all have done it. */
export type Question =
  /** Act as these people. */
  | { sessions: Session[] }
  /** Open a stream each. */
  | { open: true }
  /** Sync once. */
  | { sync: true }
  /** Sync as events say, until they have this revision. */
  | { synced: number };

/**
 * Their answer: how many did it, when (ms since 1970) the last one had done it, and the highest revision of the catalog
 * that they know.
 */
export interface Done {
  count: number;
  last: number;
  revision: number;
}

/** Milliseconds after which clients give up a question. */
const timeout = 60_000;
/** How many clients open a stream at the same time, and how many send requests. */
const together = 100;

/** The catalog of a browser: it listens to events, and syncs when it is told to. */
class Client {
  readonly #port: number;
  readonly #session: Session;
  readonly #agent: Agent;
  stream: OpenStream | null = null;
  cursor = '';
  syncedAt = 0;
  #due: NodeJS.Timeout | undefined;

  constructor(port: number, session: Session, agent: Agent) {
    this.#port = port;
    this.#session = session;
    this.#agent = agent;
  }

  /** The revision of the organization's catalog that it has. */
  get revision(): number {
    return Number(this.cursor.split('.', 1)[0]);
  }

  async open(): Promise<void> {
    const path = `${catalogEvents.path}?cursor=${this.cursor}`;
    this.stream = new OpenStream({ port: this.#port, path, headers: this.#headers });
    this.stream.onEvent = (event) => {
      if (isKnown(event, this.cursor)) return;
      this.#due ??= setTimeout(() => {
        this.#due = undefined;
        this.sync().catch(() => undefined);
      }, Math.random() * event.spread);
    };
    await this.stream.opened;
  }

  async sync(): Promise<void> {
    const { status, body } = await this.#ask(`${syncCatalog.path}?cursor=${this.cursor}`);
    if (status === 200) this.cursor = (JSON.parse(body) as CatalogSync).cursor;
    else if (status !== 204) throw new Error(`A sync was answered with ${status}: ${body}`);
    this.syncedAt = Date.now();
  }

  close(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    this.stream?.close();
    this.stream = null;
  }

  get #headers() {
    return { 'x-token': this.#session.token, 'x-udid': this.#session.udid };
  }

  #ask(path: string): Promise<{ status: number; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const options = { port: this.#port, path, headers: this.#headers, agent: this.#agent };
    get(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
    return promise;
  }
}

/** Does work for all clients, a few at a time. */
async function each(clients: readonly Client[], work: (client: Client) => Promise<void>): Promise<void> {
  const left = [...clients];
  const one = async () => {
    for (let client = left.pop(); client !== undefined; client = left.pop()) await work(client);
  };
  await Promise.all(Array.from({ length: together }, one));
}

/** Waits until a condition holds for all clients, or until the timeout. */
async function until(clients: readonly Client[], isDone: (client: Client) => boolean): Promise<number> {
  const end = Date.now() + timeout;
  while (Date.now() < end && !clients.every(isDone)) await pause(50);
  return clients.filter(isDone).length;
}

giveWay();

/** Clients of one address, that of the machine itself, each for another person. */
await serveParent(async (argument) => {
  const { port } = argument as { port: number };
  const agent = new Agent({ keepAlive: true, maxSockets: together, host: '127.0.0.1' });
  const clients: Client[] = [];
  const done = (count: number, at: (client: Client) => number): Done => ({
    count,
    last: Math.max(...clients.map(at)),
    revision: Math.max(...clients.map(({ revision }) => revision)),
  });
  const answer = async (request: unknown): Promise<Done> => {
    const question = request as Question;
    if ('sessions' in question)
      clients.push(...question.sessions.map((session) => new Client(port, session, agent)));
    if ('open' in question) await each(clients, (client) => client.open());
    if ('sync' in question) await each(clients, (client) => client.sync());
    if ('synced' in question) {
      const count = await until(clients, ({ revision }) => revision >= question.synced);
      return done(count, ({ syncedAt }) => syncedAt);
    }
    return done(clients.filter(({ stream }) => stream?.isOpen === true).length, () => Date.now());
  };
  const stop = async () => {
    for (const client of clients) client.close();
    agent.destroy();
  };
  return { ready: true, answer, stop };
});
