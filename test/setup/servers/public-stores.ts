import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../../mock-server/config.ts';

/** An answer by hand, or a body with its content type. */
type StoreAnswer = RequestListener | { type: string; body: string | Uint8Array };

/**
 * A server on this machine that answers as Apple's lookup service and the Play store do, and serves their pictures. What
 * it was not told of it does not know, in the way of each store.
 */
export class PublicStores {
  readonly url: string;
  readonly #answers = new Map<string, StoreAnswer>();
  readonly #stop: () => void;
  /** Addresses that were asked for, in their order. */
  readonly asked: string[] = [];

  private constructor(url: string, stop: () => void) {
    this.url = url;
    this.#stop = stop;
  }

  static async start(): Promise<PublicStores> {
    const server = createServer((request, response) => stores.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const stores = new PublicStores(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return stores;
  }

  stop(): void {
    this.#stop();
  }

  /** Settings of a service that asks these stores. */
  get config(): Pick<Config, 'outgoingAllow' | 'publicStores'> {
    return {
      outgoingAllow: [new URL(this.url).host],
      publicStores: { apple: `${this.url}/apple/`, play: `${this.url}/play/` },
    };
  }

  /** What the lookup service says of an application, beside its number and kind. */
  apple(id: string, result: object): void {
    const whole = { wrapperType: 'software', kind: 'software', trackId: Number(id), ...result };
    const body = JSON.stringify({ resultCount: 1, results: [whole] });
    this.#answers.set(`apple ${id}`, { type: 'text/javascript', body });
  }

  /** The lookup service's answer about an application, by hand. */
  appleAnswers(id: string, answer: RequestListener): void {
    this.#answers.set(`apple ${id}`, answer);
  }

  /** The page of an application in the Play store. */
  play(id: string, page: string | RequestListener): void {
    const answer = typeof page === 'string' ? { type: 'text/html; charset=utf-8', body: page } : page;
    this.#answers.set(`play ${id}`, answer);
  }

  /** Another file of the server; returns its address. */
  file(path: string, answer: StoreAnswer): string {
    this.#answers.set(path, answer);
    return `${this.url}${path}`;
  }

  readonly #answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    this.asked.push(request.url ?? '');
    const answer = this.#answers.get(nameOf(pathname, searchParams)) ?? unknown(pathname);
    if (typeof answer === 'function') answer(request, response);
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  };
}

function nameOf(pathname: string, query: URLSearchParams): string {
  if (pathname === '/apple/lookup') return `apple ${query.get('id')}`;
  return pathname === '/play/store/apps/details' ? `play ${query.get('id')}` : pathname;
}

function unknown(pathname: string): StoreAnswer {
  if (pathname.startsWith('/apple/')) {
    return { type: 'text/javascript', body: '{"resultCount":0,"results":[]}' };
  }
  return (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
}

/** A page as the Play store writes it, with `head` and `body` put in. */
export const playHtml = (head: string, body = ''): string => `<!doctype html><html lang="en"><head>
<base href="https://play.google.com/"><title id="main-title">Title - Apps on Google Play</title>
<script nonce="x">window.data = '<meta property="og:title" content="From a script">';</script>
<!-- <meta property="og:title" content="From a comment"> -->
${head}</head><body>${body}</body></html>`;

/** The JSON-LD of such a page. */
export const playData = (data: object): string =>
  `<script type="application/ld+json" nonce="x">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    operatingSystem: 'ANDROID',
    ...data,
  })}</script>`;
