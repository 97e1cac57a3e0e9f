import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { signSelf } from '../../../mock-server/demo/build-profile.ts';
import { openOutgoing } from '../../../mock-server/platform/outgoing/client.ts';
import { OutgoingError } from '../../../mock-server/platform/outgoing/outgoing-error.ts';
import { timeouts } from '../../setup/run/timeouts.ts';

const MiB = 1024 * 1024;
const json = { 'content-type': 'application/json; charset=utf-8' };
const seen: IncomingMessage[] = [];

/** Answers that never end, and answers with false headers. */
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/good': (response) => response.writeHead(200, json).end('{"good":true}'),
  '/gzip': (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"packed":true}')),
  '/bomb': (response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(40 * MiB), { level: 1 })),
  '/no-gzip': (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('plain'),
  '/cut-gzip': (response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync('{"packed":true}').subarray(0, -6)),
  '/zstd': (response) => response.writeHead(200, { ...json, 'content-encoding': 'zstd' }).end('x'),
  '/long': (response) => response.writeHead(200, json).end(Buffer.alloc(2 * MiB)),
  '/endless': (response) => {
    response.writeHead(200, json);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MiB)));
    };
    response.on('drain', more);
    more();
  },
  '/says-long': (response) => response.writeHead(200, { ...json, 'content-length': 2 * MiB }).flushHeaders(),
  '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  '/untyped': (response) => response.writeHead(200).end('{}'),
  '/missing': (response) => response.writeHead(404, json).end('{}'),
  '/silent': () => undefined,
  '/half': (response) => response.writeHead(200, json).write('{"half":'),
  '/dies': (response) => {
    response.writeHead(200, { ...json, 'content-length': 100 }).write('{');
    response.socket?.destroy();
  },
  '/no-http': (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/many-headers': (response) => {
    for (let at = 0; at < 40; at += 1) response.setHeader(`x-${at}`, 'x'.repeat(1000));
    response.writeHead(200, json).end('{}');
  },
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  '/metadata': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/' }).end(),
  '/self': (response) => response.writeHead(301, { location: 'http://localhost/' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/cookie': (response) => response.writeHead(302, { location: '/good', 'set-cookie': 'a=b' }).end(),
};

/** `/hops/3` is three redirects away from `/good`. */
const listener: RequestListener = (request, response) => {
  seen.push(request);
  const path = request.url ?? '';
  const hops = /^\/hops\/(\d+)$/.exec(path)?.[1];
  if (hops !== undefined) {
    const next = Number(hops) === 1 ? '/good' : `/hops/${Number(hops) - 1}`;
    response.writeHead(302, { location: next }).end('<p>moved</p>');
  } else {
    answers[path]?.(response, request);
  }
};

const server = createServer(listener);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const reaching = (outgoingAllow: readonly string[], webPushAllow: readonly string[] = []) => ({
  outgoingAllow,
  webPushAllow,
  outgoingPublic: true,
});
const rules = (time: number = timeouts.step) => ({
  types: ['application/json'],
  limit: MiB,
  signal: AbortSignal.timeout(time),
});
const get = async (path: string, time?: number) => {
  const outgoing = openOutgoing(reaching([`127.0.0.1:${port}`]));
  return (await outgoing.get(`http://127.0.0.1:${port}${path}`, rules(time))).toString();
};
/** Why a request is refused; “taken” when it is not. */
const reasonOf = (path: string, time?: number): Promise<unknown> =>
  get(path, time).then(
    () => 'taken',
    (error: unknown) => (error instanceof OutgoingError ? error.reason : error),
  );

describe('an answer', () => {
  it('is read, packed or not', async () => {
    expect(await get('/good')).toBe('{"good":true}');
    expect(await get('/gzip')).toBe('{"packed":true}');
  });

  it.each([
    ['/long', 'too_large'],
    ['/endless', 'too_large'],
    ['/says-long', 'too_large'],
    ['/bomb', 'too_large'],
    ['/no-gzip', 'damaged'],
    ['/cut-gzip', 'damaged'],
    ['/zstd', 'damaged'],
    ['/html', 'wrong_type'],
    ['/untyped', 'wrong_type'],
    ['/dies', 'not_reached'],
    ['/no-http', 'not_reached'],
    ['/many-headers', 'not_reached'],
  ])('%s is refused as %s', async (path, reason) => {
    expect(await reasonOf(path)).toBe(reason);
  });

  it.each(['/silent', '/half'])('%s that does not end is given up', async (path) => {
    expect(await reasonOf(path, 200)).toBe('timed_out');
  });

  it('of another status says which', async () => {
    await expect(get('/missing')).rejects.toMatchObject({ reason: 'refused', status: 404 });
  });
});

describe('redirects', () => {
  it('are followed five times', async () => {
    expect(await get('/hops/5')).toBe('{"good":true}');
    expect(await reasonOf('/hops/6')).toBe('too_many_redirects');
    expect(await reasonOf('/loop')).toBe('too_many_redirects');
  });

  it.each(['/inside', '/metadata', '/self', '/file'])('like %s are refused', async (path) => {
    expect(await reasonOf(path)).toBe('address_refused');
  });

  it('to nowhere are refused', async () => {
    expect(await reasonOf('/nowhere')).toBe('refused');
  });

  it('carry no cookie on', async () => {
    await get('/cookie');
    expect(seen.at(-1)?.headers).toEqual({
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'Appshelf',
    });
  });
});

describe('this machine', () => {
  it.each([
    'localhost',
    'localhost.',
    'a.localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0',
  ])('is not reached as %s', async (host) => {
    const before = seen.length;
    for (const address of [`http://${host}/`, `http://${host}:${port}/good`]) {
      await expect(openOutgoing(reaching([])).get(address, rules())).rejects.toMatchObject({
        name: 'OutgoingError',
      });
    }
    expect(seen).toHaveLength(before);
  });

  it('is not reached by a name that resolves to it', async () => {
    const outgoing = openOutgoing(reaching([]), async () => [{ address: '127.0.0.1', family: 4 }]);
    const answer = outgoing.get('http://store.example.org/', rules());
    await expect(answer).rejects.toMatchObject({ reason: 'address_refused' });
  });
});

it('no other server than those that are named is reached where public ones are not', async () => {
  const closed = { ...reaching([`127.0.0.1:${port}`]), outgoingPublic: false };
  const outgoing = openOutgoing(closed, async () => [{ address: '93.184.215.14', family: 4 }]);
  expect((await outgoing.get(`http://127.0.0.1:${port}/good`, rules())).toString()).toBe('{"good":true}');
  const request = { headers: {}, body: '', limit: 1, signal: AbortSignal.timeout(timeouts.step) };
  for (const asked of [
    outgoing.check('https://store.example.org/'),
    outgoing.get('https://store.example.org/', rules()),
    outgoing.post('https://store.example.org/', request),
    outgoing.openHttp2('https://store.example.org/', { timeout: timeouts.step }),
  ])
    await expect(asked).rejects.toMatchObject({ reason: 'address_refused' });
});

describe('a push service, whose address any person can register,', () => {
  const push = (
    settings: Parameters<typeof openOutgoing>[0],
    address: string,
    at: Parameters<typeof openOutgoing>[1] = async () => [{ address: '10.0.0.1', family: 4 }],
  ) =>
    openOutgoing(settings, at).post(address, {
      purpose: 'web_push',
      headers: {},
      body: '',
      limit: MiB,
      signal: AbortSignal.timeout(timeouts.step),
    });
  const refused = expect.objectContaining({ reason: 'address_refused' });

  it('is inside only where WEB_PUSH_ALLOW names it, whatever webhooks and stores may reach', async () => {
    const server = `127.0.0.1:${port}`;
    const before = seen.length;
    await expect(push(reaching([server]), `http://${server}/good`)).rejects.toEqual(refused);
    expect(seen).toHaveLength(before);
    expect((await push(reaching([], [server]), `http://${server}/good`)).status).toBe(200);
    const webhook = openOutgoing(reaching([], [server])).check(`http://${server}/good`);
    await expect(webhook).rejects.toEqual(refused);
  });

  it('is a public one that either setting names, where no others may be reached', async () => {
    const [server, address] = ['push.example.org:443', 'https://push.example.org/'];
    const closed = (...named: Parameters<typeof reaching>) => ({
      ...reaching(...named),
      outgoingPublic: false,
    });
    await expect(push(closed([]), address)).rejects.toEqual(refused);
    // The name is looked up: the setting lets it pass.
    for (const settings of [closed([server]), closed([], [server])])
      await expect(
        push(settings, address, () => Promise.reject(new Error('looked up'))),
      ).rejects.toMatchObject({ reason: 'not_reached' });
    await expect(push(closed([server]), address)).rejects.toEqual(refused);
  });
});

describe('names', () => {
  it('are resolved once for each request, and the connection is made to what was checked', async () => {
    const request: string[] = [];
    const outgoing = openOutgoing(reaching([`store.example.org:${port}`]), async (host) => {
      request.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    });
    const answer = await outgoing.get(`http://store.example.org:${port}/good`, rules());
    expect(answer.toString()).toBe('{"good":true}');
    expect(request).toEqual(['store.example.org']);
    expect(seen.at(-1)?.headers.host).toBe(`store.example.org:${port}`);
  });

  it('that nobody knows, or that take for ever, end in an error', async () => {
    const unknown = openOutgoing(reaching([]), () => Promise.reject(new Error('ENOTFOUND')));
    await expect(unknown.get('https://a.example.org/', rules())).rejects.toMatchObject({
      reason: 'not_reached',
    });
    const none = openOutgoing(reaching([]), async () => []);
    await expect(none.get('https://a.example.org/', rules())).rejects.toMatchObject({
      reason: 'not_reached',
    });
    const slow = openOutgoing(reaching([]), () => Promise.withResolvers<never>().promise);
    await expect(slow.get('https://a.example.org/', rules(50))).rejects.toMatchObject({
      reason: 'timed_out',
    });
  });

  it('are not asked for when there is no time left', async () => {
    const outgoing = openOutgoing(reaching([]), () => Promise.reject(new Error('asked')));
    const answer = outgoing.get('https://a.example.org/', { ...rules(), signal: AbortSignal.abort() });
    await expect(answer).rejects.toMatchObject({ reason: 'timed_out' });
  });
});

it('a certificate that nobody vouches for is refused', async () => {
  const before = seen.length;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dates = { created: new Date('2020-01-01'), expires: new Date('2049-01-01') };
  const der = signSelf(privateKey, publicKey, dates).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const secure = createSecureServer({ cert, key }, listener).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const host = `127.0.0.1:${(secure.address() as AddressInfo).port}`;
  await expect(openOutgoing(reaching([host])).get(`https://${host}/good`, rules())).rejects.toMatchObject({
    reason: 'not_reached',
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  expect(seen).toHaveLength(before);
  secure.close();
});
