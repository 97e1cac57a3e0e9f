import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { setIcon, setPhoneScreenshot } from '../../../contract/application-media.ts';
import { addApplication, listApplications, readApplication } from '../../../contract/applications.ts';
import { picture } from '../../fixtures/pictures.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import type { Answer } from '../../setup/answers.ts';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { FailingBucket } from '../../setup/bucket/failing-bucket.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';
import { startService } from '../../setup/service.ts';
import { apk, publishAndroid } from '../../setup/world/publishing.ts';
import { readSigning, sign, signingEnds, storeCredentials } from '../../setup/world/signing.ts';
import * as uploads from '../../setup/world/uploads.ts';

const MiB = 1024 * 1024;
const large = (bundleId: string) =>
  apk(bundleId, 1, { files: [{ name: 'padding', data: randomBytes(9 * MiB), stored: true }] });

type Hits = (request: IncomingMessage) => boolean;
const isPut: Hits = ({ method }) => method === 'PUT';
const isObject: Hits = ({ method, url = '' }) => method === 'PUT' && /\/(files|images)\//.test(url);
const isSecondPart: Hits = ({ url = '' }) => url.includes('partNumber=2');
const isEndOfParts: Hits = ({ method, url = '' }) => method === 'POST' && url.includes('uploadId');
/** The second part of an upload that arrives in several parts. */
const isSecondPiece = (): Hits => {
  let seen = 0;
  return ({ method, url = '' }) => method === 'PUT' && url.includes('/partial/') && (seen += 1) > 1;
};

/** What a bucket may answer to any write, and the error that the client gets then. */
const noRoom = { fault: { status: 507, code: 'InsufficientStorage' }, told: { status: 507, code: 1035 } };
const noRights = { fault: { status: 403, code: 'AccessDenied' }, told: { status: 503, code: 1022 } };

test('while the bucket has no room, or gives no rights, nothing is half done, whatever is written, and then all goes on', async () => {
  const server = await startBucketServer();
  onTestFinished(() => server.stop());
  const proxy = new FailingBucket(server.endpoint);
  const service = await startService({
    bucket: placeIn(await proxy.start()),
    limits: { jobBackOff: 1_000 },
  });
  onTestFinished(async () => {
    await service.stop();
    await proxy.stop();
  });
  const { token } = service.admin;
  const own = { service, token };
  const params = { application: (await publishAndroid(service, 'org.example.there')).id };
  const bytes = large('org.example.failing');
  const image = { bytes: await picture('png', { width: 512, height: 512 }), name: 'a.png' };
  const file = { bytes: large('org.example.second'), name: 'a.apk' };
  const publish = () => service.upload(addApplication, { token, files: { app_file: file } });
  const upload = await uploads.started(own, bytes.length);
  const append = async () => {
    const offset = await uploads.offsetOf(own, upload);
    return uploads.append(own, upload, offset, bytes.subarray(offset));
  };
  const state = async () => ({
    applications: (await service.ok(listApplications, { token })).applications.length,
    application: await service.ok(readApplication, { token, params }),
  });

  /** Fails while requests are affected, and leaves everything as it was. */
  const fails = async (
    { fault, told: reported }: typeof noRoom,
    hits: Hits,
    write: () => Promise<Answer>,
  ) => {
    const before = await state();
    Object.assign(proxy, { fault, hits });
    const refused = await write();
    expect(refused).toMatchObject({ status: reported.status, body: { error: { code: reported.code } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    proxy.fault = null;
    expect(await state()).toEqual(before);
  };
  const failsFirst = async (what: typeof noRoom, hits: Hits, write: () => Promise<Answer>) => {
    await fails(what, hits, write);
    return (await write()).status;
  };
  const setScreenshot = () =>
    service.upload(setPhoneScreenshot, {
      token,
      params: { ...params, slot: 1 },
      files: { screenshot_file: image },
    });
  expect(
    await failsFirst(noRoom, isPut, () =>
      service.upload(setIcon, { token, params, files: { icon_file: image } }),
    ),
  ).toBe(200);
  expect(await failsFirst(noRights, isObject, setScreenshot)).toBe(200);
  await fails(noRoom, isSecondPiece(), append);
  expect(await uploads.offsetOf(own, upload)).toBeGreaterThan(0);
  expect(await failsFirst(noRights, isEndOfParts, append)).toBe(204);
  await service.ok(addApplication, { token, body: { upload_id: upload } });
  expect(await failsFirst(noRoom, isSecondPart, publish)).toBe(200);

  const credentials = await storeCredentials(service);
  const signed = await service.uploaded(addApplication, {
    token,
    files: { app_file: androidPackages.automationServer },
  });
  Object.assign(proxy, { fault: noRights.fault, hits: isObject });
  await sign(service, signed.application.id, credentials);
  const failedOnce = async () => {
    const { db } = service.platform.database;
    const rows = await db
      .selectFrom('jobs')
      .select('last_error')
      .where('kind', '=', 'prepare_package')
      .execute();
    return rows[0]?.last_error ?? null;
  };
  await expect.poll(failedOnce).not.toBeNull();
  expect((await readSigning(service, signed.application.id)).application.version?.install_file?.id).toBe(
    signed.application.version?.install_file?.id,
  );
  proxy.fault = null;
  await signingEnds(service, signed.application.id, 'signed');
});
