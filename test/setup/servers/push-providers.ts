import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import type { Config } from '../../../mock-server/config.ts';
import { localhostCertificate } from '../../fixtures/localhost.ts';

/** A message that a provider on this machine got for one device. */
export interface Delivered {
  token: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** The common name of the client certificate of the connection. */
  certificate: string | null;
}

/** How a provider answers about one device: a status with a body, or a handler. */
export type ProviderAnswer =
  | { status: number; body?: object; headers?: Record<string, string> }
  | ((stream: ServerHttp2Stream, session: Http2Session) => void);

/**
 * Apple's push service, Firebase Cloud Messaging and Google's token service on this machine: they speak the protocols
 * of the providers, and keep what they get.
 */
export class PushProviders {
  readonly got: Delivered[] = [];
  /** Assertions with which access tokens were requested. */
  readonly assertions: string[] = [];
  /** The answer of the token service. */
  tokenAnswer: RequestListener = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: 'access', expires_in: 3600 }));
  readonly #answers = new Map<string, ProviderAnswer[]>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #stop: () => void;
  readonly config: Pick<Config, 'outgoingAllow' | 'pushServices'>;
  /** The certificate of the servers, which this process trusts, and its key. */
  readonly identity: { cert: string; key: string };

  private constructor(
    h2: Http2SecureServer,
    hosts: { h2: string; token: string },
    identity: { cert: string; key: string },
    stop: () => void,
  ) {
    this.#stop = stop;
    this.identity = identity;
    const push = `https://${hosts.h2}/`;
    this.config = {
      outgoingAllow: [hosts.h2, hosts.token],
      pushServices: {
        apns: push,
        apnsSandbox: push,
        fcm: push,
        googleToken: `http://${hosts.token}/`,
      },
    };
    h2.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => undefined);
    });
    h2.on('stream', (stream, headers) => this.#take(stream, headers));
  }

  /** Starts the servers; they accept at most `atOnce` messages at a time, if that is given. */
  static async start(atOnce?: number): Promise<PushProviders> {
    const { cert, key } = localhostCertificate();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    const settings = atOnce === undefined ? {} : { settings: { maxConcurrentStreams: atOnce } };
    const h2 = createSecureServer({ cert, key, requestCert: true, rejectUnauthorized: false, ...settings });
    const token = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        providers.assertions.push(new URLSearchParams(text).get('assertion') ?? '');
        providers.tokenAnswer(request, response);
      });
    });
    const stop = () => {
      setDefaultCACertificates(trusted);
      for (const session of providers.#sessions) session.destroy();
      h2.close();
      token.closeAllConnections();
      token.close();
    };
    const providers = new PushProviders(
      h2,
      { h2: `localhost:${await listening(h2)}`, token: `127.0.0.1:${await listening(token)}` },
      { cert, key },
      stop,
    );
    return providers;
  }

  /**
   * Sets the answers for a device, in order; the last one is repeated. Without any, the provider accepts everything.
   */
  answers(token: string, ...answers: ProviderAnswer[]): void {
    this.#answers.set(token, answers);
  }

  stop(): void {
    this.#stop();
  }

  #take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('error', () => undefined);
    stream.on('data', (part: string) => (text += part));
    stream.on('end', () => {
      const body = JSON.parse(text) as { message?: { token: string } };
      const path = headers[':path'] ?? '';
      const token = body.message?.token ?? decodeURIComponent(path.split('/').at(-1) ?? '');
      const socket = stream.session?.socket as TLSSocket | undefined;
      const certificate = socket?.getPeerCertificate().subject?.CN ?? null;
      this.got.push({ token, headers, body: { ...body }, certificate: certificate && String(certificate) });
      const answers = this.#answers.get(token) ?? [];
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
      if (typeof answer === 'function') {
        if (stream.session !== undefined) answer(stream, stream.session);
        return;
      }
      const type = { 'content-type': 'application/json' };
      stream.respond({ ':status': answer.status, ...type, ...answer.headers });
      stream.end(JSON.stringify(answer.body ?? {}));
    });
  }

  /** The device tokens of all messages, in the order in which they were sent. */
  get tokens(): string[] {
    return this.got.map(({ token }) => token);
  }
}

async function listening(server: Http2SecureServer | ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
