import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../../mock-server/config.ts';

/** A handler, or a body with its content type. */
type StoreAnswer = RequestListener | { type: string; body: string | Uint8Array };

/**
 * A server on this machine that answers like Apple's lookup service and the Play store, and serves their pictures.
 * Applications that it was not told about are unknown, which it answers like each store.
 */
export class PublicStores {
  readonly url: string;
  readonly #answers = new Map<string, StoreAnswer>();
  readonly #stop: () => void;
  /** The requested addresses, in order. */
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

  /** The settings of a service that asks these stores. */
  get config(): Pick<Config, 'outgoingAllow' | 'publicStores'> {
    return {
      outgoingAllow: [new URL(this.url).host],
      publicStores: { apple: `${this.url}/apple/`, play: `${this.url}/play/` },
    };
  }

  /** Sets what the lookup service says about an application, besides its number and kind. */
  apple(id: string, result: object): void {
    const whole = { wrapperType: 'software', kind: 'software', trackId: Number(id), ...result };
    const body = JSON.stringify({ resultCount: 1, results: [whole] });
    this.#answers.set(`apple ${id}`, { type: 'text/javascript', body });
  }

  /** Sets a handler for the lookup of an application. */
  appleAnswers(id: string, answer: RequestListener): void {
    this.#answers.set(`apple ${id}`, answer);
  }

  /** Sets the page of an application in the Play store. */
  play(id: string, page: string | RequestListener): void {
    const answer = typeof page === 'string' ? { type: 'text/html; charset=utf-8', body: page } : page;
    this.#answers.set(`play ${id}`, answer);
  }

  /** Adds another file; returns its address. */
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

/** A page as the Play store writes it, with `head` and `body` inserted. */
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
