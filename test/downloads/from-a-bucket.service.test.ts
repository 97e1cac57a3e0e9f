import { createHash, randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { installApplication } from '../../contract/downloads.ts';
import { startBucketServer } from '../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../setup/bucket/failing-bucket.ts';
import { placeIn } from '../setup/bucket/fresh-bucket.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { apk, makeGroup, publish } from '../setup/world/publishing.ts';

/** Milliseconds for which the bucket may be silent while a download is sent; a busy machine is not silent so long. */
const silence = 5_000;

/** A service whose bucket is behind a proxy, with one large application, and the address of a download of it. */
async function largeDownload() {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const proxy = new FailingBucket(server.endpoint);
  const { config, remove } = await testConfig({ bucket: placeIn(await proxy.start()) });
  onTestFinished(() => proxy.stop());
  // Published by a service that gives the bucket all the time it needs.
  const publishing = await startOn(config, async () => undefined);
  // More than all the buffers between the bucket and the reader hold.
  const content = { name: 'assets/content', data: randomBytes(64 * 1024 * 1024), stored: true };
  const bytes = apk('org.example.large', 1, { files: [content] });
  const app = await publish(publishing, {}, { bytes, name: 'large.apk' });
  const user = await publishing.makeUser();
  await makeGroup(publishing, 'Crew', { apps: [{ id: app.psk }], users: [user] });
  const query = await publishing.signIn(user);
  await publishing.stop();

  const limits = { ...config.limits, bucket: { connect: 5_000, silence } };
  const service = await startOn({ ...config, limits }, remove);
  onTestFinished(() => service.stop());
  const installing = await service.call(installApplication, { params: { application: app.id }, query });
  return { proxy, bytes, address: installing.headers.get('location') ?? '' };
}

/** The beginning of an answer, of which nothing is read yet. */
function started(address: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(address, { agent: false }, (answer) => resolve(answer.pause())).on('error', reject);
  return promise;
}

test('somebody who reads nothing for longer than a bucket may be silent still gets all of their download', async () => {
  const { bytes, address } = await largeDownload();
  const answer = await started(address);
  await wait(2 * silence);
  const hash = createHash('sha256');
  for await (const piece of answer) hash.update(piece);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a download ends with an error where the bucket says nothing more in the middle of it', async () => {
  const { proxy, address } = await largeDownload();
  proxy.stalls = true;
  const answer = await started(address);
  expect(answer.statusCode).toBe(200);
  await expect(async () => {
    for await (const _ of answer);
  }).rejects.toThrow('aborted');
});
