import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listCatalog, readCatalogApplication } from '../../contract/catalog.ts';
import { buildAddress } from '../../contract/common/request.ts';
import { installApplication } from '../../contract/downloads.ts';
import { changeReview } from '../../contract/reviews.ts';
import { type Front, startFront } from '../cluster/front.ts';
import { type Cluster, startCluster } from '../cluster/instances.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import startPostgres from '../setup/database/postgres.global.ts';
import { freePort } from '../setup/free-port.ts';
import { startNginx } from '../setup/servers/nginx.ts';
import { type Overrides, startService } from '../setup/service.ts';
import { makeGroup, publish, publishAndroid } from '../setup/world/publishing.ts';
import { startHaproxy } from './haproxy.ts';
import { startLighttpd } from './lighttpd.ts';

/** Appshelf behind web servers that we did not write. */

/** The service, and where its files lie. */
interface Behind {
  url: string;
  blobs: string;
}

interface Sender {
  name: string;
  header: string;
  settings: Overrides;
  /** What each request to it has. */
  asked: Record<string, string>;
  start(port: number, behind: Behind): Promise<{ stop(): Promise<void> }>;
}

/** How each is told of a file, and what it is started with. */
const senders: readonly Sender[] = [
  {
    name: 'nginx',
    header: 'x-accel-redirect',
    settings: { downloads: { by: 'x-accel-redirect', prefix: '/kept/' } },
    asked: {},
    start: (port, { url, blobs }) =>
      startNginx(
        port,
        `server {
          listen 127.0.0.1:${port};
          location / { proxy_pass ${url}; proxy_set_header Host $http_host; }
          location /kept/ { internal; alias ${blobs}/; }
        }`,
      ),
  },
  {
    name: 'lighttpd',
    header: 'x-sendfile',
    // It always says for whom it asks, so it has to be named, and what ends TLS before it says how that was asked.
    settings: {
      downloads: { by: 'x-sendfile' },
      trustProxy: ['loopback'],
      publicUrl: 'https://apps.example.org',
    },
    asked: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
    start: (port, { url, blobs }) => startLighttpd(port, new URL(url), blobs),
  },
];

test.each(senders)(
  '$name sends install files that the service hands over, in parts too, and nobody gets there without it',
  async ({ header, settings, asked: request, start }) => {
    const service = await startService({ bucket: null, ...settings });
    onTestFinished(() => service.stop());
    const port = await freePort();
    const blobs = join(service.platform.config.dataDir, 'blobs');
    const { stop } = await start(port, { url: service.url, blobs });
    onTestFinished(stop);
    const app = await publish(service, {}, androidPackages.contactManager);
    const user = await service.makeUser();
    await makeGroup(service, 'Crew', { apps: [{ id: app.psk }], users: [user] });
    const { token, udid } = await service.signIn(user);
    const params = { application: app.id };
    const installing = await service.call(installApplication, { params, query: { token, udid } });
    const { pathname, search } = new URL(installing.headers.get('location') ?? '');
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${pathname}${search}`, { headers: { ...request, ...headers } });
    const original = await readFile(androidPackages.contactManager);

    const whole = await ask();
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/vnd.android.package-archive');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(whole.headers.has(header)).toBe(false);
    expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
    const part = await ask({ range: 'bytes=100-199' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, original.subarray(100, 200)]);
    const same = await ask({ range: 'bytes=100-199', 'if-range': whole.headers.get('etag') ?? '' });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 100]);
    const { catalog_info: counted } = (await service.ok(readCatalogApplication, { token, udid, params }))
      .application;
    expect(counted.num_downloads).toBe(1);
    const path = (await fetch(`${service.url}${pathname}${search}`)).headers.get(header) ?? '';
    expect(path).toMatch(/\/files\//);
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}${pathname}${search.replace(/.$/, '')}`)).status).not.toBe(
      200,
    );
  },
);

describe('instances that are replaced one after the other under load', () => {
  let cluster: Cluster;
  let stopDatabase: () => Promise<void>;
  beforeAll(async () => {
    process.env.TEST_DATABASE = 'postgres';
    stopDatabase = await startPostgres();
    cluster = await startCluster();
  });
  afterAll(async () => {
    await cluster?.stop();
    await stopDatabase();
  });

  test.each([
    ['nginx', startFront],
    ['HAProxy', startHaproxy],
  ] as const)('fail no request that may be repeated, behind %s', async (name, start) => {
    const { people } = cluster.one;
    const user = await people.makeUser();
    const app = await publishAndroid(people, `org.example.${name.toLowerCase()}`);
    await makeGroup(people, name, { apps: [{ id: app.psk }], users: [user] });
    const { token, udid } = await people.signIn(user);
    const port = await freePort();
    const front: Front = await start(port, [cluster.one.port, cluster.other.port]);
    onTestFinished(front.stop);
    const headers = { 'x-token': token, 'x-udid': udid, 'content-type': 'application/json' };
    const review = buildAddress(changeReview, { params: { application: app.id } });
    const over = new AbortController();
    const failures: unknown[] = [];
    const answered = { GET: 0, PUT: 0 };
    const ask = async (method: 'GET' | 'PUT', turn: number): Promise<void> => {
      const address = `http://127.0.0.1:${port}${method === 'GET' ? buildAddress(listCatalog) : review}`;
      const body = method === 'PUT' ? { body: JSON.stringify({ like: turn % 2 === 0 ? 1 : 0 }) } : {};
      const status = await fetch(address, { method, headers, ...body }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        (error: unknown) => error,
      );
      if (status === 200) answered[method] += 1;
      else failures.push([method, status]);
    };
    const client = async () => {
      for (let turn = 0; !over.signal.aborted; turn++) await ask(turn % 3 === 0 ? 'PUT' : 'GET', turn);
    };
    const clients = Array.from({ length: 6 }, client);
    for (const { process: instance } of [cluster.one, cluster.other]) {
      await instance.stop();
      await instance.start();
      // The one that is back has its share before the next one leaves.
      const before = answered.GET;
      await expect.poll(() => answered.GET).toBeGreaterThan(before + 50);
    }
    over.abort();
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(answered.GET).toBeGreaterThan(100);
    expect(answered.PUT).toBeGreaterThan(30);
  });
});
