import { expect, onTestFinished, test } from 'vitest';
import { addApplication, listApplications } from '../../../contract/applications.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';
import { startService } from '../../setup/service.ts';
import { apk, makeGroup, publish, publishAndroid } from '../../setup/world/publishing.ts';

test('a bucket that takes everything and says nothing is given up: 503 and when to come back, others go on, and all is well when it speaks', async () => {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const proxy = new FailingBucket(server.endpoint);
  const bucket = placeIn(await proxy.start());
  // A service that is started meanwhile waits no longer than others, and starts as soon as the bucket answers.
  proxy.isSilent = true;
  const service = await startService({ bucket, limits: { bucket: { connect: 2_000, silence: 2_000 } } });
  onTestFinished(async () => {
    await service.stop();
    await proxy.stop();
  });
  expect(proxy.ignored).toBeGreaterThan(0);
  proxy.isSilent = false;

  const { token } = service.admin;
  const app = await publishAndroid(service, 'org.example.there');
  const user = await service.makeUser();
  await makeGroup(service, 'Crew', { apps: [{ id: app.psk }], users: [user] });
  const session = await service.signIn(user);
  const install = { params: { application: app.id }, query: session };
  const { pathname, search } = new URL(
    (await service.call(installApplication, install)).headers.get('location') ?? '',
  );
  const download = () => service.fetch(`${pathname}${search}`);
  const bytes = apk('org.example.silent');
  const upload = () =>
    service.upload(addApplication, { token, files: { app_file: { bytes, name: 'a.apk' } } });
  const names = async () => (await service.ok(listApplications, { token })).applications.length;
  expect((await download()).status).toBe(200);

  proxy.isSilent = true;
  const ignored = proxy.ignored;
  const refused = Promise.all([upload(), download()]);
  await expect.poll(() => proxy.ignored).toBeGreaterThanOrEqual(ignored + 2);
  expect(await names()).toBe(1);
  for (const { status, headers } of await refused) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await names()).toBe(1);

  proxy.isSilent = false;
  expect((await download()).status).toBe(200);
  await publish(service, {}, { bytes, name: 'a.apk' });
  expect(await names()).toBe(2);
});
