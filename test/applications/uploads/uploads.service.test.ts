import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addApplication, addVersion, listVersions } from '../../../contract/applications.ts';
import type { FilesOf } from '../../../contract/common/request.ts';
import { writeZip } from '../../../mock-server/app-packages/zip/write-zip.ts';
import { buildMachO } from '../../../mock-server/demo/build-mach-o.ts';
import { hostileZip } from '../../fixtures/hostile-zip.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { picture } from '../../fixtures/pictures.ts';
import { androidPackages } from '../../fixtures/real-packages.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { type UploadFile, unchecked } from '../../setup/requests.ts';
import { apk, publish } from '../../setup/world/publishing.ts';

const MiB = 1024 * 1024;
const service = await openService({ limits: { packageUpload: 8 * MiB } });
const { token } = service.admin;

/** Every file in the store, and the rows that name applications. */
async function stored() {
  const { config, database } = service.platform;
  const names = await readdir(join(config.dataDir, 'blobs'), { recursive: true });
  const rows = await database.db.selectFrom('applications').select('id').execute();
  return { blobs: names.filter((name) => /[0-9a-f]{64}$/.test(name)).sort(), rows };
}
const incoming = () => readdir(join(service.platform.config.dataDir, 'blobs', 'incoming'));

async function refused(data: object, files: Record<string, UploadFile>) {
  const before = await stored();
  const answer = refusal(await service.upload(unchecked(addApplication), { token, data, files }));
  expect(await stored()).toEqual(before);
  expect(await incoming()).toEqual([]);
  return answer;
}

const bomb = hostileZip([
  { name: 'AndroidManifest.xml', data: Buffer.from('<manifest/>') },
  { name: 'classes.dex', data: Buffer.alloc(16), claims: { uncompressedSize: 4_000_000_000 } },
]);
const bundle = writeZip([{ name: 'base/manifest/AndroidManifest.xml', data: Buffer.alloc(4) }]);
const encrypted = testIpa({ executable: buildMachO({ cryptId: 1 }) });

describe('a file that is no package', () => {
  test.each([
    ['text', Buffer.from('hello'), 'not_a_zip'],
    ['empty', Buffer.alloc(0), 'not_a_zip'],
    ['an archive of something else', writeZip([{ name: 'a.txt', data: Buffer.from('a') }]), 'no_manifest'],
    ['an archive that unpacks to far more than it is', bomb, 'zip_bomb'],
    ['cut off', Buffer.from(apk('org.example.cut')).subarray(0, 200), 'truncated'],
    ['an app bundle', bundle, 'aab_not_supported'],
    ['encrypted by the store', encrypted, 'encrypted_binary'],
    ['for the simulator', testIpa({ executable: buildMachO({ platform: 'simulator' }) }), 'simulator_build'],
  ])('%s is refused with its reason, and nothing is kept', async (_, bytes, reason) => {
    const answer = await refused({}, { app_file: { bytes, name: 'app.apk' } });
    expect(answer).toMatchObject({ status: 400, code: 1015 });
    expect(answer.error_details?.reason).toBe(reason);
    expect(answer.message.length).toBeGreaterThan(20);
  });

  test('is no new version either', async () => {
    const before = await publish(service, {}, { bytes: apk('org.example.version'), name: 'a.apk' });
    const answer = await service.upload(addVersion, {
      token,
      params: { application: before.id },
      files: { app_file: { bytes: bomb, name: 'b.apk' } },
    });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 1015 });
    const { versions } = await service.ok(listVersions, { token, params: { application: before.id } });
    expect(versions).toHaveLength(1);
  });
});

describe('a request that is not as it should be', () => {
  const app_file = { bytes: apk('org.example.request'), name: 'a.apk' };

  test('with a file beyond the limit is refused', async () => {
    expect(await refused({}, { app_file: androidPackages.automationServer })).toMatchObject({
      status: 413,
      code: 1008,
    });
  });

  test('with an icon that is none keeps not even the package', async () => {
    const icon_file = { bytes: Buffer.from('<svg/>'), name: 'icon.png' };
    expect(await refused({}, { app_file, icon_file })).toMatchObject({ status: 400, code: 1000 });
  });

  test('with a field that is wrong keeps nothing of its files', async () => {
    expect(await refused({ sort_weight: 'first' }, { app_file })).toMatchObject({ status: 400, code: 1000 });
  });

  test('with a part of another name is refused', async () => {
    expect(await refused({}, { application_file: app_file })).toMatchObject({ status: 400, code: 1000 });
  });

  const send = (form: FormData) =>
    service.fetch('/v1/applications/', { method: 'POST', headers: { 'x-token': token }, body: form });
  const formOf = (...parts: [string, Blob, string][]) => {
    const form = new FormData();
    for (const [name, blob, fileName] of parts) form.append(name, blob, fileName);
    return form;
  };
  const packageBlob = () => new Blob([new Uint8Array(app_file.bytes)]);

  test('with the same part twice is refused', async () => {
    const form = formOf(['app_file', packageBlob(), 'a.apk'], ['app_file', packageBlob(), 'b.apk']);
    expect(refusal(await send(form))).toMatchObject({ status: 400, code: 1000 });
    expect(await incoming()).toEqual([]);
  });

  test('with another content type is refused', async () => {
    const { status } = await service.fetch('/v1/applications', {
      method: 'POST',
      headers: { 'x-token': token, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(app_file.bytes),
    });
    expect(status).toBe(415);
  });
});

test('an icon sent along is the icon, in place of the package’s', async () => {
  const bytes = await picture('jpeg', { width: 64, height: 64 });
  const icon_file = { bytes, name: 'icon.jpg' };
  const add = (files: FilesOf<typeof addApplication, UploadFile>) =>
    service.uploaded(addApplication, { token, files });
  const plain = await add({ app_file: androidPackages.unlock });
  const { application } = await add({ app_file: androidPackages.unlock, icon_file });
  expect(application.version?.icon_path).toMatch(/\/media\//);
  expect(application.version?.icon_path).not.toBe(plain.application.version?.icon_path);
  const url = 'https://apps.apple.com/app/id11';
  const store = await service.uploaded(addApplication, { token, data: { url }, files: { icon_file } });
  expect(store.application.version?.icon_path).toBe(application.version?.icon_path);
});

/** Begins an upload whose declared length is more than what it sends. */
function beginUpload(): ClientRequest {
  const { hostname, port } = new URL(service.url);
  const upload = httpRequest({
    hostname,
    port,
    path: '/v1/applications/',
    method: 'POST',
    headers: {
      'x-token': token,
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': 4 * MiB,
    },
  });
  upload.on('error', () => undefined);
  upload.write(
    '--cut\r\ncontent-disposition: form-data; name="app_file"; filename="a.apk"\r\n' +
      'content-type: application/octet-stream\r\n\r\n',
  );
  upload.write(Buffer.alloc(256 * 1024, 1));
  return upload;
}

test('an upload that is cut off in the middle leaves nothing behind', async () => {
  const before = await stored();
  const upload = beginUpload();
  await expect.poll(async () => (await incoming()).length).toBe(1);
  upload.destroy();
  await expect.poll(incoming).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('an upload whose last boundary never comes is refused', async () => {
  const before = await stored();
  const answer = await service.fetch('/v1/applications/', {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'multipart/form-data; boundary=cut' },
    body: '--cut\r\ncontent-disposition: form-data; name="app_file"; filename="a.apk"\r\n\r\nPK',
  });
  expect(refusal(answer).status).toBe(400);
  expect(await incoming()).toEqual([]);
  expect(await stored()).toEqual(before);
});
