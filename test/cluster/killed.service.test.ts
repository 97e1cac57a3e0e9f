import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, listApplications } from '../../contract/applications.ts';
import { FailingBucket } from '../setup/failing-bucket.ts';
import { apk, publish } from '../setup/publishing.ts';
import { type Cluster, startCluster } from './instances.ts';

/** An instance that dies leaves to the other a world in which nothing is half done. */

let cluster: Cluster;
let proxy: FailingBucket;
beforeAll(async () => {
  cluster = await startCluster({
    before: (endpoint) => {
      proxy = new FailingBucket(endpoint);
      return proxy.start();
    },
  });
});
afterAll(async () => {
  await cluster?.stop();
  await proxy?.stop();
});

/** Kills the other instance when it sends what `hits`. */
function killsAt(hits: (request: IncomingMessage) => boolean): void {
  Object.assign(proxy, {
    fault: { status: 500, code: 'Never' },
    hits: (request: IncomingMessage) => {
      if (hits(request)) void cluster.other.process.kill();
      return false;
    },
  });
}

test.each([
  [
    'the first parts of a package are on their way',
    ({ url }: IncomingMessage) => Boolean(url?.includes('partNumber')),
  ],
  [
    'a package is about to be there',
    ({ url, method }: IncomingMessage) => method === 'POST' && Boolean(url?.includes('uploadId')),
  ],
])('killed while %s, an instance has published nothing, and the next one publishes it', async (_, hits) => {
  const { one, other } = cluster;
  const { token } = one.people.admin;
  const files = [{ name: 'padding', data: randomBytes(10_000_000), stored: true }];
  const bytes = apk(`org.example.killed${Date.now()}`, 1, { files });
  const count = async () => (await one.people.ok(listApplications, { token })).applications.length;
  const before = await count();
  killsAt(hits);
  const sent = other.people.upload(addApplication, { token, files: { app_file: { bytes, name: 'a.apk' } } });
  await expect(sent).rejects.toBeInstanceOf(Error);
  proxy.fault = null;
  expect(await count()).toBe(before);
  await publish(one.people, { app_name: 'Killed' }, { bytes, name: 'a.apk' });
  expect(await count()).toBe(before + 1);
  await other.process.start();
  expect((await other.people.ok(listApplications, { token })).applications).toHaveLength(before + 1);
});
