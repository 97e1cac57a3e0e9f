import { expect, onTestFinished, test } from 'vitest';
import { addApplication, listApplications } from '../../contract/applications.ts';
import { startBucketServer } from '../setup/bucket-server.ts';
import { FailingBucket } from '../setup/failing-bucket.ts';
import { placeIn } from '../setup/fresh-bucket.ts';
import { apk } from '../setup/publishing.ts';
import { startService } from '../setup/service.ts';
import * as uploads from '../setup/uploads.ts';

test.each([
  ['has no room', { status: 507, code: 'InsufficientStorage' }, { status: 507, code: 1035 }],
  ['gives no rights', { status: 403, code: 'AccessDenied' }, { status: 503, code: 1022 }],
])('while the bucket %s nothing is half published, and then all goes on', async (_, fault, told) => {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const proxy = new FailingBucket(server.endpoint);
  const service = await startService({ bucket: placeIn(await proxy.start()) });
  onTestFinished(async () => {
    await service.stop();
    await proxy.stop();
  });
  const { token } = service.admin;
  const bytes = apk('org.example.failing');
  const add = () => service.upload(addApplication, { token, files: { app_file: { bytes, name: 'a.apk' } } });
  const own = { service, token };
  const upload = await uploads.begun(own, bytes.length);

  Object.assign(proxy, { fault, hits: ({ method }: { method?: string }) => method === 'PUT' });
  for (const answer of [await add(), await uploads.append(own, upload, 0, bytes)]) {
    expect(answer).toMatchObject({ status: told.status, body: { error: { code: told.code } } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await service.ok(listApplications, { token })).toMatchObject({ applications: [] });
  expect(await uploads.offsetOf(own, upload)).toBe(0);

  proxy.fault = null;
  expect((await add()).status).toBe(200);
  expect((await uploads.append(own, upload, 0, bytes)).status).toBe(204);
});
