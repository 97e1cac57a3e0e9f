import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../../contract/application-fields.ts';
import { readUpload } from '../../../contract/application-uploads.ts';
import { addApplication, addVersion, listApplications } from '../../../contract/applications.ts';
import { roles } from '../../../contract/common/codes.ts';
import { hostileZip } from '../../fixtures/hostile-zip.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { unchecked } from '../../setup/requests.ts';
import { apk, publish } from '../../setup/world/publishing.ts';
import * as uploads from '../../setup/world/uploads.ts';

const MiB = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const made = (bundleId: string, size = 0) =>
  apk(bundleId, 1, { files: [{ name: 'padding', data: randomBytes(size), stored: true }] });

const service = await openService({ limits: { packageUpload: 64 * MiB } });
const own = { service, token: service.admin.token };

const written = (id: string) => service.platform.blobs.partial.getSize(id);
const view = async (id: string) =>
  (await service.ok(readUpload, { token: own.token, params: { upload: id } })).upload;
const publishUpload = (id: string, data: NewApplication = {}) =>
  service.call(addApplication, { token: own.token, body: { upload_id: id, enabled: true, ...data } });

describe('an upload', () => {
  test('is sent in pieces, hashed, published by its id, and then used up', async () => {
    const file = made('org.example.pieces', 200_000);
    const id = await uploads.started(own, file.length);
    for (let offset = 0; offset < file.length; offset += 70_000) {
      const answer = await uploads.append(own, id, offset, file.subarray(offset, offset + 70_000));
      expect(answer.status).toBe(204);
      expect(Number(answer.headers.get('upload-offset'))).toBe(Math.min(offset + 70_000, file.length));
    }
    expect(await view(id)).toMatchObject({ file_name: 'app.apk', offset: file.length, sha256: sha256(file) });
    expect(await uploads.keptParts(service)).not.toContain(id);

    const { application } = await service.ok(addApplication, { token: own.token, body: { upload_id: id } });
    expect(application.version?.install_file?.size).toBe(file.length);
    expect(await service.platform.blobs.size('files', sha256(file))).toBe(file.length);
    expect(refusal(await publishUpload(id))).toMatchObject({ status: 404, code: 1010 });
    expect((await uploads.head(own, id)).status).toBe(404);
  });

  test('becomes a version too, named in the part “data” of a form', async () => {
    const application = await publish(service, {}, { bytes: apk('org.example.next'), name: 'a.apk' });
    const id = await uploads.sent(own, apk('org.example.next', 2));
    const args = { token: own.token, params: { application: application.id }, data: { upload_id: id } };
    const answer = await service.uploaded(addVersion, args);
    expect(answer.application.version?.version_num).toBe('2.0');
  });

  test('may come with the request that begins it', async () => {
    const file = made('org.example.at.once');
    const answer = await uploads.tus(own, 'POST', '/v3/uploads', {
      headers: { 'upload-length': String(file.length), 'content-type': 'application/offset+octet-stream' },
      body: file,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { upload: { offset: file.length, sha256: sha256(file) } },
    });
  });

  test('goes on where it was when its line was cut', async () => {
    const some = uploads.seenBytes(MiB);
    const file = made('org.example.cut', 3 * some);
    const id = await uploads.started(own, file.length);
    const line = uploads.openLine(own, id, { offset: 0, length: file.length });
    line.send(file.subarray(0, some));
    await expect.poll(() => written(id)).toBe(some);
    line.cut();
    const offset = await uploads.offsetOf(own, id);
    expect(offset).toBe(some);
    expect((await uploads.append(own, id, offset, file.subarray(offset))).status).toBe(204);
    expect((await view(id)).sha256).toBe(sha256(file));
  });

  test('is written to by one request at a time; who asks by HEAD where to go on ends the other', async () => {
    const some = uploads.seenBytes(1000);
    const file = made('org.example.held', 2 * some);
    const id = await uploads.started(own, file.length);
    const line = uploads.openLine(own, id, { offset: 0, length: file.length });
    line.send(file.subarray(0, some));
    await expect.poll(() => written(id)).toBe(some);
    expect(refusal(await uploads.append(own, id, 0, file))).toMatchObject({ status: 423, code: 1032 });
    expect((await uploads.read(own, id)).status).toBe(200);
    expect(await uploads.offsetOf(own, id)).toBe(some);
    expect(await line.ended).not.toBe(204);
    expect((await uploads.append(own, id, some, file.subarray(some))).status).toBe(204);
    expect((await view(id)).sha256).toBe(sha256(file));
  });

  test('that many requests add to at once is whole all the same', async () => {
    const file = made('org.example.many', MiB);
    const id = await uploads.started(own, file.length);
    const answers = await Promise.all(Array.from({ length: 6 }, () => uploads.append(own, id, 0, file)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([204, 409, 413, 423]).toContain(status);
    expect((await view(id)).sha256).toBe(sha256(file));
  });

  test('is thrown away when its maker says so', async () => {
    const file = made('org.example.away');
    const id = await uploads.started(own, file.length);
    await uploads.append(own, id, 0, file.subarray(0, 100));
    expect(await uploads.keptParts(service)).toContain(id);
    expect((await uploads.remove(own, id)).status).toBe(204);
    expect(await uploads.keptParts(service)).not.toContain(id);
    expect((await uploads.head(own, id)).status).toBe(404);
    expect((await uploads.remove(own, id)).status).toBe(404);
  });

  test('whose partial file is gone is begun again', async () => {
    const file = made('org.example.lost', 1000);
    const id = await uploads.started(own, file.length);
    await uploads.append(own, id, 0, file.subarray(0, 500));
    await service.platform.blobs.partial.remove(id);
    const answer = refusal(await uploads.append(own, id, 500, file.subarray(500)));
    expect(answer).toMatchObject({ status: 409, error_details: { offset: 0 } });
    expect((await uploads.append(own, id, 0, file)).status).toBe(204);
    expect((await view(id)).sha256).toBe(sha256(file));
  });
});

describe('publishing an upload', () => {
  test('leaves it for another try when the request was refused', async () => {
    const id = await uploads.sent(own, made('org.example.again'));
    expect((await publishUpload(id, { groups: [999_999] })).status).toBe(404);
    const body = { upload_id: id, sort_weight: 'first' };
    expect((await service.refused(unchecked(addApplication), { token: own.token, body })).status).toBe(400);
    expect((await publishUpload(id)).status).toBe(200);
  });

  test('by two requests at once makes one application', async () => {
    const id = await uploads.sent(own, made('org.example.twice'));
    const answers = await Promise.all([publishUpload(id), publishUpload(id)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  test('that has not arrived whole is refused', async () => {
    const file = made('org.example.half');
    const id = await uploads.started(own, file.length);
    await uploads.append(own, id, 0, file.subarray(0, 10));
    expect(refusal(await publishUpload(id))).toMatchObject({ status: 409, error_details: { offset: 10 } });
  });

  test('together with a file, or with an address, is refused', async () => {
    const file = made('org.example.both');
    const id = await uploads.sent(own, file);
    const args = {
      token: own.token,
      data: { upload_id: id },
      files: { app_file: { bytes: file, name: 'a.apk' } },
    };
    expect(refusal(await service.upload(addApplication, args))).toMatchObject({ status: 400, code: 20 });
    const url = 'https://example.org/';
    expect(refusal(await publishUpload(id, { url }))).toMatchObject({ status: 400, code: 20 });
  });

  test('that holds a hostile package is refused like one that comes in a form, and ends it', async () => {
    const bomb = hostileZip([
      { name: 'AndroidManifest.xml', data: Buffer.from('<manifest/>') },
      { name: 'classes.dex', data: Buffer.alloc(16), claims: { uncompressedSize: 4_000_000_000 } },
    ]);
    const id = await uploads.sent(own, bomb);
    const answer = refusal(await publishUpload(id));
    expect(answer).toMatchObject({ status: 400, code: 1015, error_details: { reason: 'zip_bomb' } });
    expect((await uploads.head(own, id)).status).toBe(404);
  });
});

describe('an upload of somebody else', () => {
  test('is not there for another publisher, another organization, or the same person elsewhere', async () => {
    const file = made('org.example.foreign');
    const id = await uploads.sent(own, file);
    const manager = await service.makeUser({ role: roles.appManager });
    const child = await service.makeOrganization();
    const others: uploads.Uploader[] = [
      { service, token: await service.userToken(manager) },
      { service, token: child.token },
      { ...own, org: child.orgId },
    ];
    for (const other of others) {
      for (const act of [uploads.head, uploads.read, uploads.remove])
        expect((await act(other, id)).status).toBe(404);
      expect((await uploads.append(other, id, 0, file)).status).toBe(404);
      const body = { upload_id: id };
      const args = { token: other.token, body, ...(other.org !== undefined && { org: other.org }) };
      expect((await service.call(addApplication, args)).status).toBe(404);
    }
    expect((await view(id)).offset).toBe(file.length);
  });

  test('below the own organization is made and published there, by its path', async () => {
    const child = await service.makeOrganization();
    const above = { ...own, org: child.orgId };
    const file = made('org.example.below');
    const answer = await uploads.begin(above, file.length);
    expect(answer.headers.get('location')).toMatch(new RegExp(`^/v3/org/${child.orgId}/uploads/[0-9a-z]+$`));
    const id = await uploads.sent(above, file);
    const args = { token: own.token, body: { upload_id: id } };
    expect((await service.call(addApplication, args)).status).toBe(404);
    await service.ok(addApplication, { ...args, org: child.orgId });
    const { applications } = await service.ok(listApplications, { token: child.token });
    expect(applications.map((application) => application.bundle_id)).toEqual(['org.example.below']);
  });

  test('cannot even be begun by who may not publish', async () => {
    const user = await service.makeUser({ role: roles.userManager });
    expect(refusal(await uploads.begin({ service, token: await service.userToken(user) }, 10)).code).toBe(11);
    expect(refusal(await uploads.begin({ service, token: 'wrong' }, 10)).status).toBe(401);
  });
});
