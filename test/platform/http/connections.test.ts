import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operation } from '../../../contract/common/operation.ts';
import { registerHealth } from '../../../mock-server/platform/http/health.ts';
import { route } from '../../../mock-server/platform/http/route.ts';
import { createServer, type HttpConfig } from '../../../mock-server/platform/http/server.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { localhostCertificate } from '../../fixtures/localhost.ts';
import { head, openRaw, over } from '../../setup/http/raw-socket.ts';
import { timeouts } from '../../setup/run/timeouts.ts';

const shared = {
  area: 'jobs',
  context: 'none',
  method: 'POST',
  source: 'ours: a test',
  summary: 'A test',
} as const;
const takeBytes = operation({
  ...shared,
  name: 'takeBytes',
  path: '/v3/bytes',
  consumes: 'application/octet-stream',
  response: Type.Object({ bytes: Type.Integer() }),
});
const takeJson = operation({
  ...shared,
  name: 'takeJson',
  path: '/v3/json',
  body: Type.Object({}),
  response: Type.Object({}),
});

async function start(change: Partial<HttpConfig>): Promise<{ app: FastifyInstance; port: number }> {
  const app = createServer({
    tls: null,
    trustProxy: null,
    logLevel: 'silent',
    publicUrl: null,
    limits: defaultLimits,
    ...change,
  });
  await app.register(async (routes) => {
    registerHealth(routes, { isAway: false });
    route(routes, takeJson, async () => ({}));
    route(routes, takeBytes, async ({ request }) => {
      if (!(request.body instanceof Readable)) return { bytes: 0 };
      let bytes = 0;
      for await (const chunk of request.body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: Number(new URL(url).port) };
}

/** Short time limits for what is to end; far apart from each other, for a busy machine. */
const limits = {
  ...defaultLimits,
  connections: {
    ...defaultLimits.connections,
    headers: 1_500,
    body: 1_500,
    silence: 6_000,
  },
};

describe('over https', () => {
  const everyVersion = { minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  const refused = 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE';
  let app: FastifyInstance;
  let port: number;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ app, port, remove } = await startHttps());
  });
  afterAll(async () => {
    await app.close();
    await remove();
  });

  /** What a client and the server agree on in their handshake, or why they don't. */
  async function agreed(offered: ConnectionOptions, on: (socket: TLSSocket) => string | null) {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ...offered });
    try {
      return await once(socket, 'secureConnect').then(
        () => on(socket),
        ({ code }: NodeJS.ErrnoException) => code,
      );
    } finally {
      socket.destroy();
    }
  }

  test.each([
    ['TLSv1.1', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('who speaks at most %s is answered: %s', async (maxVersion, answer) => {
    expect(await agreed({ ...everyVersion, maxVersion }, (socket) => socket.getProtocol())).toBe(answer);
  });

  test.each([
    [
      'AES128-SHA:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
    ],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
    ['ECDHE-ECDSA-AES128-SHA256', refused],
    ['ECDHE-ECDSA-AES256-SHA', refused],
    ['AES256-GCM-SHA384:AES128-SHA', refused],
  ])('who offers %s gets the strongest that is good: %s', async (offered, answer) => {
    const options: ConnectionOptions = { maxVersion: 'TLSv1.2', ciphers: `${offered}:@SECLEVEL=0` };
    expect(await agreed(options, (socket) => socket.getCipher().name)).toBe(answer);
  });
});

test('what was refused before its body had come is forgotten with its connection', async () => {
  const { app, port } = await start({ limits });
  const requests: WeakRef<IncomingMessage>[] = [];
  app.server.on('request', (request: IncomingMessage) => requests.push(new WeakRef(request)));
  const body = head('POST /nowhere', { 'content-type': 'application/json', 'content-length': 4_000_000 });
  const count = 10;
  for (let at = 0; at < count; at++)
    await openRaw(`http://127.0.0.1:${port}`, `${body}${'x'.repeat(100_000)}`).ended();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const stored = () => {
    collect();
    return requests.filter((request) => request.deref() !== undefined).length;
  };
  // The last one may still be referenced from somewhere.
  await expect.poll(stored, { timeout: timeouts.step }).toBeLessThan(2);
  expect(requests).toHaveLength(count);
  await app.close();
});

/** A server with a certificate of its own. */
async function startHttps() {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-tls-'));
  const { cert, key } = localhostCertificate();
  const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  await Promise.all([writeFile(tls.certFile, cert), writeFile(tls.keyFile, key)]);
  return { ...(await start({ limits, tls })), remove: () => rm(folder, { recursive: true }) };
}

describe.each(['http', 'https'])('over %s, a connection', (scheme) => {
  let app: FastifyInstance;
  let port: number;
  let remove = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (scheme === 'https') ({ app, port, remove } = await startHttps());
    else ({ app, port } = await start({ limits }));
  });
  afterAll(async () => {
    await app.close();
    await remove();
  });

  const open = (first: string) =>
    scheme === 'http'
      ? openRaw(`http://127.0.0.1:${port}`, first)
      : over(connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }), first);
  const bytes = (length: number) =>
    open(head('POST /v3/bytes', { 'content-type': 'application/octet-stream', 'content-length': length }));

  test.concurrent('that does not end its headers is told so and closed', async ({ expect }) => {
    const text = await open('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ').ended();
    expect(text).toMatch(/^HTTP\/1\.1 408 .*"error":/s);
  });

  test.concurrent('that says nothing at all is closed', async ({ expect }) => {
    expect(await open('').ended()).not.toContain(' 200 ');
  });

  test.concurrent('that does not end its JSON is closed', async ({ expect }) => {
    const raw = open(head('POST /v3/json', { 'content-type': 'application/json', 'content-length': 100 }));
    raw.send('{');
    expect(await raw.ended()).not.toContain(' 200 ');
  });

  test.concurrent('that sends a file slowly goes on, longer than headers or JSON may take', async ({
    expect,
  }) => {
    const raw = bytes(8_000);
    for (let piece = 1; piece <= 8; piece++) {
      raw.send(Buffer.alloc(1_000));
      await pause(250);
    }
    expect(await raw.statuses(1)).toEqual([200]);
    expect(raw.received()).toContain('{"bytes":8000}');
    raw.close();
  });

  test.concurrent('that sends a byte now and then is no upload', async ({ expect }) => {
    const raw = bytes(8_000);
    const drip = setInterval(() => raw.send('x'), 1_000);
    expect(await raw.ended()).not.toContain(' 200 ');
    clearInterval(drip);
  });
});

test('a body that has just begun is not cut, whenever it begins', async () => {
  const { app, port } = await start({
    limits: { ...limits, connections: { ...limits.connections, body: 2_000 } },
  });
  try {
    // Each begins at another moment between two looks at all bodies, and pauses for less than the window.
    const sent = Array.from({ length: 20 }, async (_, at) => {
      await pause(at * 100);
      const raw = openRaw(
        `http://127.0.0.1:${port}`,
        head('POST /v3/bytes', { 'content-type': 'application/octet-stream', 'content-length': 2_000 }),
      );
      raw.send('x');
      await pause(700);
      raw.send(Buffer.alloc(1_999));
      return raw.statuses(1).finally(() => raw.close());
    });
    expect(await Promise.all(sent)).toEqual(sent.map(() => [200]));
  } finally {
    await app.close();
  }
});

test('connections from one address are limited, and free again when others end', async () => {
  const { app, port } = await start({
    limits: { ...defaultLimits, connections: { ...defaultLimits.connections, perClient: 6 } },
  });
  const raws = Array.from({ length: 12 }, () => openRaw(`http://127.0.0.1:${port}`));
  try {
    const closed = () => raws.filter((raw) => raw.isClosed()).length;
    await expect.poll(closed, { timeout: timeouts.step }).toBe(6);
    for (const raw of raws) raw.close();
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ask, { timeout: timeouts.step }).toBe(200);
  } finally {
    await app.close();
  }
});

test('while other programs keep the machine busy, a late event loop refuses nobody', async () => {
  // Every measurement counts as late, and the process itself does next to nothing.
  const pressure = { ...defaultLimits.pressure, delay: 0 };
  const { app, port } = await start({ limits: { ...defaultLimits, pressure } });
  try {
    await pause(1_500);
    const answers = [];
    for (let at = 0; at < 5; at++) {
      answers.push(await fetch(`http://127.0.0.1:${port}/v3/bytes`, { method: 'POST' }));
      await pause(300);
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  } finally {
    await app.close();
  }
});

test('while memory is short, requests are refused with the seconds to wait, and health is answered', async () => {
  const pressure = { ...defaultLimits.pressure, heapPercent: 0 };
  const { app, port } = await start({ limits: { ...defaultLimits, pressure } });
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: path === '/healthz' ? 'GET' : 'POST' });
  try {
    await expect.poll(async () => (await ask('/v3/bytes')).status, { timeout: timeouts.step }).toBe(503);
    const refused = await ask('/v3/bytes');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 1022 } });
    expect((await ask('/healthz')).status).toBe(200);
    pressure.heapPercent = 100;
    await expect.poll(async () => (await ask('/v3/bytes')).status, { timeout: timeouts.step }).toBe(200);
  } finally {
    await app.close();
  }
});
