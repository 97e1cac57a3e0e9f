import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { updateOrganization } from '../../../contract/organizations.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';
import { startService } from '../../setup/service.ts';
import { apk } from '../../setup/world/publishing.ts';
import * as uploads from '../../setup/world/uploads.ts';

const GiB = 1024 ** 3;
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64');

const service = await openService();
const own = { service, token: service.admin.token };

const rows = () => service.platform.database.db.selectFrom('uploads').selectAll().execute();

describe('the service tells by OPTIONS', () => {
  test('which version, extensions and size it takes, to anybody', async () => {
    const { status, headers } = await service.fetch('/v3/uploads/', { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-max-size')).toBe(String(4 * GiB));
    expect(headers.get('tus-checksum-algorithm')).toBe('sha1,sha256');
    const extensions = headers.get('tus-extension')?.split(',') ?? [];
    expect(extensions).toEqual(expect.arrayContaining(['creation', 'expiration', 'termination', 'checksum']));
  });

  test('that pages of a listed origin may upload', async () => {
    const origin = 'https://pipelines.example.org';
    const asks = (from: string) =>
      service.fetch('/v3/uploads/', {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'PATCH' },
      });
    const params = { org_id: service.admin.orgId };
    const body = { cors_domain_whitelist: [origin] };
    await service.ok(updateOrganization, { token: own.token, params, body });
    const { status, headers } = await asks(origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toContain('Upload-Offset');
    expect(
      (await asks('https://elsewhere.example.org')).headers.get('access-control-allow-origin'),
    ).toBeNull();
    const answer = await uploads.begin(own, 10, { origin });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Location');
  });
});

describe('beginning an upload', () => {
  test('answers 201 with its address, its end, and no copy for anybody to keep', async () => {
    const { status, headers, body } = await uploads.begin(own, 10);
    const { upload } = body as { upload: { id: string; expires: string } };
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v3/uploads/${upload.id}`);
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(headers.get('upload-expires') ?? '')).toBeCloseTo(Date.parse(upload.expires), -4);
  });

  test('that is longer than a package may be is refused at once', async () => {
    const before = await rows();
    expect(refusal(await uploads.begin(own, 4 * GiB + 1))).toMatchObject({ status: 413, code: 1008 });
    expect(await rows()).toEqual(before);
    const max = await uploads.started(own, 4 * GiB);
    expect((await uploads.head(own, max)).headers.get('upload-length')).toBe(String(4 * GiB));
    await uploads.remove(own, max);
  });

  test.each([
    ['nothing', { 'upload-length': '0' }],
    ['less than nothing', { 'upload-length': '-1' }],
    ['no number', { 'upload-length': 'long' }],
    ['a part of a byte', { 'upload-length': '1.5' }],
    ['an exponent', { 'upload-length': '1e3' }],
    ['hexadecimal digits', { 'upload-length': '0x10' }],
    ['a sign', { 'upload-length': '+5' }],
    ['a fraction that is zero', { 'upload-length': '5.0' }],
    ['two lengths', { 'upload-length': '5, 5' }],
    ['more than numbers hold', { 'upload-length': '99999999999999999999' }],
    ['a length that comes later', { 'upload-defer-length': '1', 'upload-length': '' }],
  ])('with a length of %s is refused', async (_, headers) => {
    expect(refusal(await uploads.begin(own, 1, headers)).status).toBe(400);
  });

  test.each([
    ['no Base64', 'filename app.apk'],
    ['Base64 without its end', 'filename YQ'],
    ['a name without text', `filename ${base64(new Uint8Array([0xff, 0xfe]))}`],
    ['a NUL', `filename ${base64('a\0b')}`],
    ['a name twice', 'filename YQ==,filename YQ=='],
    ['a nameless value', 'filename YQ==,,type YQ=='],
    ['two values', 'filename YQ== YQ=='],
  ])('with metadata that have %s is refused', async (_, text) => {
    const answer = refusal(await uploads.begin(own, 1, { 'upload-metadata': text }));
    expect(answer).toMatchObject({ status: 400, code: 1000 });
  });

  test('with any metadata is let in or refused, and tells them again as they came', async () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', '=', '/', '+', ' ', ',', '-'),
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(word, async (text) => {
        const answer = await uploads.begin(own, 1, { 'upload-metadata': text });
        expect([201, 400]).toContain(answer.status);
        if (answer.status !== 201) return;
        const { id } = (answer.body as { upload: { id: string } }).upload;
        const reported = (await uploads.head(own, id)).headers.get('upload-metadata') ?? '';
        await uploads.remove(own, id);
        expect(reported).toBe(text.trim());
      }),
      tries(60),
    );
  });

  test('keeps the file’s name, whatever letters it has', async () => {
    const answer = await uploads.begin(own, 1, { 'upload-metadata': `filename ${base64('Übung 出.apk')}` });
    expect(answer.body).toMatchObject({ upload: { file_name: 'Übung 出.apk' } });
  });
});

describe('a request', () => {
  const file = apk('org.example.request');
  let id: string;
  beforeAll(async () => {
    id = await uploads.started(own, file.length);
    await uploads.append(own, id, 0, file.subarray(0, 10));
  });
  const stands = async () => expect(await uploads.offsetOf(own, id)).toBe(10);

  test.each([
    ['before where it is', 0],
    ['after where it is', 11],
    ['beyond its end', file.length + 1],
  ])('at an offset %s is told the right one', async (_, offset) => {
    const answer = refusal(await uploads.append(own, id, offset, new Uint8Array(0)));
    expect(answer).toMatchObject({ status: 409, code: 1011, error_details: { offset: 10 } });
    await stands();
  });

  test.each([{ 'upload-offset': '-1' }, { 'upload-offset': 'x' }, { 'upload-offset': '' }])(
    'with %j is refused',
    async (headers) => {
      expect(refusal(await uploads.append(own, id, 10, file.subarray(10), headers)).status).toBe(400);
      await stands();
    },
  );

  test('with more than was announced is refused before it is read', async () => {
    const answer = refusal(await uploads.append(own, id, 10, file));
    expect(answer).toMatchObject({ status: 413, code: 1008 });
    await stands();
  });

  test.each(['application/json', 'application/octet-stream', 'multipart/form-data; boundary=x'])(
    'with %s is refused',
    async (type) => {
      const answer = refusal(await uploads.append(own, id, 10, file.subarray(10), { 'content-type': type }));
      expect([400, 415]).toContain(answer.status);
      await stands();
    },
  );

  test.each(['0.2.2', '2.0.0', ''])(
    'in version “%s” of the protocol is told which one is spoken',
    async (version) => {
      const answer = await uploads.append(own, id, 10, file.subarray(10), { 'tus-resumable': version });
      expect(refusal(answer)).toMatchObject({ status: 412, code: 1030 });
      expect(answer.headers.get('tus-version')).toBe('1.0.0');
      await stands();
    },
  );

  test.each(['no-such-upload', 'x'.repeat(150), '..%2f..%2fsecret.key'])(
    'for %s finds nothing',
    async (other) => {
      for (const act of [uploads.head, uploads.read, uploads.remove]) {
        expect((await act(own, other)).status).toBe(404);
      }
    },
  );
});

describe('bytes with a checksum', () => {
  const file = randomBytes(5000);
  const checked = async (id: string, algorithm: string, of: Uint8Array) =>
    uploads.append(own, id, 0, file, { 'upload-checksum': `${algorithm} ${digest(algorithm, of)}` });

  test.each(['sha1', 'sha256'])('that is right are kept: %s', async (algorithm) => {
    const id = await uploads.started(own, file.length);
    expect((await checked(id, algorithm, file)).status).toBe(204);
    expect(await uploads.offsetOf(own, id)).toBe(file.length);
  });

  test('that is wrong are thrown away, and may be sent again', async () => {
    const id = await uploads.started(own, file.length);
    expect(refusal(await checked(id, 'sha1', randomBytes(10)))).toMatchObject({ status: 460, code: 1033 });
    expect(await uploads.offsetOf(own, id)).toBe(0);
    expect((await checked(id, 'sha1', file)).status).toBe(204);
  });

  test.each(['md4 YQ==', 'sha1', 'sha1 ?', 'sha1 YQ== YQ=='])(
    'of a form that is unknown, %s, are refused',
    async (text) => {
      const id = await uploads.started(own, file.length);
      const answer = refusal(await uploads.append(own, id, 0, file, { 'upload-checksum': text }));
      expect(answer).toMatchObject({ status: 400, code: 1000 });
      expect(await uploads.offsetOf(own, id)).toBe(0);
    },
  );
});

describe('uploads that are not published', () => {
  const openUploads = { perPerson: 2, perOrganization: 3, bytesPerPerson: 1000, bytesPerOrganization: 1500 };

  test('are limited in number and bytes, for a person and for the organization', async () => {
    const limits = { openUploads: { ...defaultLimits.openUploads, ...openUploads } };
    const narrow = await startService({ limits });
    try {
      const tooMany = { status: 429, code: 1034 };
      const first = { service: narrow, token: narrow.admin.token };
      const stored = await uploads.started(first, 900);
      expect(refusal(await uploads.begin(first, 101))).toMatchObject(tooMany);
      await uploads.started(first, 100);
      await uploads.remove(first, stored);
      await uploads.started(first, 100);
      expect(refusal(await uploads.begin(first, 1))).toMatchObject(tooMany);

      const second = { service: narrow, token: await narrow.userToken(await narrow.makeUser({ role: 5 })) };
      await uploads.started(second, 100);
      expect(refusal(await uploads.begin(second, 1)).message).toContain('Your organization');
      const child = await narrow.makeOrganization();
      await uploads.started({ service: narrow, token: child.token }, 1000);
    } finally {
      await narrow.stop();
    }
  });

  test('are limited also when many are begun at the same moment', async () => {
    const limits = { openUploads: { ...defaultLimits.openUploads, ...openUploads } };
    const narrow = await startService({ limits });
    try {
      const first = { service: narrow, token: narrow.admin.token };
      const answers = await Promise.all(Array.from({ length: 8 }, () => uploads.begin(first, 1)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(await uploads.keptParts(narrow)).toEqual([]);
    } finally {
      await narrow.stop();
    }
  });
});
