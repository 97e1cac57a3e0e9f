import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { accepted, refusal } from '../../setup/answers.ts';
import { postForm, type RawPart, rawForm } from '../../setup/http/raw-form.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';
import { apk } from '../../setup/world/publishing.ts';

const KiB = 1024;
/** Forms that no browser would write: each is published or refused, and nothing of a refused one is kept. */
const service = await openService();
const { token } = service.admin;

const bytes = apk('org.example.form');
const appFile: RawPart = { disposition: 'name="app_file"; filename="a.apk"', body: bytes };
const data = (body: Uint8Array | string, more: Partial<RawPart> = {}): RawPart => ({
  disposition: 'name="data"',
  body,
  ...more,
});
const post = (parts: readonly RawPart[]) =>
  postForm(service, { token, address: '/v1/applications/' }, rawForm(parts));
const publish = async (parts: readonly RawPart[]) => accepted(addApplication, await post(parts)).application;

async function stored() {
  const { config, database } = service.platform;
  const blobs = await readdir(join(config.dataDir, 'blobs'), { recursive: true });
  return { blobs: blobs.sort(), rows: await database.db.selectFrom('applications').select('id').execute() };
}
async function refused(send: () => ReturnType<typeof post>) {
  const before = await stored();
  const answer = refusal(await send());
  expect(await stored()).toEqual(before);
  return answer;
}
const refusedParts = (parts: readonly RawPart[]) => refused(() => post(parts));

describe('the part data is read', () => {
  const json = '{"app_name":"Grüße 漢字"}';
  test.each<[string, Partial<RawPart>]>([
    ['without a content type', {}],
    ['as JSON', { type: 'application/json' }],
    ['as JSON with its character set', { type: 'application/json; charset=utf-8' }],
    ['as text', { type: 'text/plain; charset=utf-8' }],
    ['as any bytes', { type: 'application/octet-stream' }],
    ['as a form', { type: 'application/x-www-form-urlencoded' }],
    ['as a file', { disposition: 'name="data"; filename="data.json"', type: 'application/json' }],
    ['as a file without a name', { disposition: 'name="data"; filename=""' }],
  ])('%s', async (_, more) => {
    expect((await publish([data(json, more), appFile])).name).toBe('Grüße 漢字');
  });

  const latin = Buffer.from('{"app_name":"Grüße"}', 'latin1');
  test.each<[string, Partial<RawPart>]>([
    ['as JSON', { type: 'application/json; charset=ISO-8859-1' }],
    ['as text', { type: 'text/plain; charset=ISO-8859-1' }],
    ['as a file', { disposition: 'name="data"; filename="data.json"', type: 'text/plain;charset=latin1' }],
  ])('in the character set that it declares, %s', async (_, more) => {
    expect((await publish([data(latin, more), appFile])).name).toBe('Grüße');
  });

  test('behind a byte order mark', async () => {
    expect((await publish([data(`\ufeff${json}`), appFile])).name).toBe('Grüße 漢字');
  });

  test.each([
    ['in UTF-8', Buffer.from('name="app_file"; filename="Küche.apk"').toString('latin1')],
    ['in ISO-8859-1', 'name="app_file"; filename="K\xfcche.apk"'],
    ['in the form of RFC 8187', `name="app_file"; filename="K.apk"; filename*=UTF-8''K%C3%BCche.apk`],
    ['in a folder', 'name="app_file"; filename="C:\\Users\\K\xfcche.apk"'],
  ])('beside a file whose name is %s', async (_, disposition) => {
    const { version } = await publish([data('{}'), { ...appFile, disposition }]);
    const path = version?.install_file.path ?? '';
    const { headers } = await service.fetch(path, { headers: { 'x-token': token } });
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain('Küche.apk');
  });

  test('before or behind the file', async () => {
    expect((await publish([appFile, data(json)])).name).toBe('Grüße 漢字');
  });

  test('as no fields at all when it is missing', async () => {
    expect((await publish([appFile])).name).toBe('Depot');
  });
});

describe('the part data is refused', () => {
  const deep = `{"custom_metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`;
  const bodies: [string, string | Uint8Array][] = [
    ['empty', ''],
    ['cut off', '{"app_name":"a'],
    ['a text', '"text"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', 'app_name=Depot'],
    ['with NUL', '{"app_name":"a\\u0000b"}'],
    ['with half a character', '{"app_name":"a\\ud83d"}'],
    ['nested 5,000 deep', deep],
    ['nested without end', '['.repeat(90_000)],
  ];
  const forms: [string, Partial<RawPart>][] = [
    ['', {}],
    [', as JSON', { type: 'application/json' }],
    [', as a file', { disposition: 'name="data"; filename="data.json"' }],
  ];
  const cases = forms.flatMap(([form, more]) =>
    bodies.map(([name, body]) => [`${name}${form}`, data(body, more)] as const),
  );
  test.each(cases)('when it is %s', async (_, part) => {
    expect(await refusedParts([part, appFile])).toMatchObject({ status: 400, code: 1000 });
  });

  test('when it is not UTF-8, as a file', async () => {
    const part = data(Buffer.from('{"app_name":"Gr\xfc\xdfe"}', 'latin1'), {
      disposition: 'name="data"; filename="data.json"',
    });
    expect(await refusedParts([part, appFile])).toMatchObject({ status: 400, code: 1000 });
  });

  test.each(forms)('when it is longer than a JSON body may be%s', async (_, more) => {
    const long = data(JSON.stringify({ long_description: 'x'.repeat(300 * KiB) }), more);
    expect(await refusedParts([long, appFile])).toMatchObject({ status: 413 });
  });

  test('when it comes twice', async () => {
    const answer = await refusedParts([data('{}'), appFile, data('{"enabled":true}')]);
    expect(answer).toMatchObject({ status: 400, code: 1000 });
    expect(answer.message).toContain('“data”');
  });
});

describe('a part is refused', () => {
  test.each<[string, RawPart]>([
    ['of a name that is not expected, with text', { disposition: 'name="app_name"', body: 'Depot' }],
    ['of a name that is not expected, with a file', { ...appFile, disposition: 'name="apk"; filename="a"' }],
    ['without a name', { disposition: 'filename="a.apk"', body: bytes }],
    ['with an empty name', { disposition: 'name=""; filename="a.apk"', body: bytes }],
    ['named as what every object has', { disposition: 'name="__proto__"', body: '{}' }],
    [
      'named as what every object has, with a file',
      { ...appFile, disposition: 'name="constructor"; filename="a"' },
    ],
    ['that is the same file again', appFile],
    ['of another operation', { ...appFile, disposition: 'name="screenshot_file"; filename="a.png"' }],
  ])('%s', async (_, part) => {
    expect(await refusedParts([data('{}'), appFile, part])).toMatchObject({ status: 400, code: 1000 });
  });

  test('that should be a file and has no file name, which the answer says', async () => {
    const answer = await refusedParts([{ disposition: 'name="app_file"', type: 'text/plain', body: bytes }]);
    expect(answer).toMatchObject({ status: 400, code: 1000, message: expect.stringContaining('file name') });
  });

  test('that is an empty file', async () => {
    expect(await refusedParts([{ ...appFile, body: '' }])).toMatchObject({ status: 400, code: 1015 });
  });

  test('when there are far too many', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ disposition: `name="f${at}"`, body: 'x' }));
    expect(await refusedParts([appFile, ...many])).toMatchObject({ status: 400, code: 1000 });
  });
});

test('a file without a name but with the type of bytes is a file', async () => {
  const part = { disposition: 'name="app_file"', type: 'application/octet-stream', body: bytes };
  expect((await publish([part])).bundle_id).toBe('org.example.form');
});

describe('a body that is no form', () => {
  const whole = rawForm([data('{}'), appFile]);
  const type = 'multipart/form-data; boundary=a-boundary';
  test.each<[string, string, Uint8Array]>([
    ['without a boundary', 'multipart/form-data', whole],
    ['with another boundary', 'multipart/form-data; boundary=other', whole],
    ['with an endless boundary', `multipart/form-data; boundary=${'b'.repeat(5000)}`, whole],
    ['that ends inside a file', type, whole.subarray(0, whole.length - 60)],
    ['that ends before its first part', type, Buffer.from('--a-boundary\r\n')],
    ['of something else', type, Buffer.from('{"url":"https://example.org/"}')],
    ['of a part without headers', type, Buffer.from('--a-boundary\r\n\r\nbody\r\n--a-boundary--\r\n')],
    ['of another multipart type', 'multipart/mixed; boundary=a-boundary', whole],
  ])('%s is refused', async (_, contentType, body) => {
    const send = () => postForm(service, { token, address: '/v1/applications/', type: contentType }, body);
    expect((await refused(send)).status).toBeLessThan(416);
  });

  test('that was damaged on its way is published or refused', async () => {
    const damage = fc.record({
      at: fc.nat(whole.length),
      length: fc.nat(200),
      text: fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.constantFrom('\r\n--a-boundary', '\r\n\r\n', '--').map((text) => Buffer.from(text)),
      ),
    });
    const request = { token, address: '/v1/applications/' };
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, length, text }) => {
        const body = Buffer.concat([whole.subarray(0, at), text, whole.subarray(at + length)]);
        const { status } = await postForm(service, request, body);
        expect([200, 400]).toContain(status);
      }),
      tries(150),
    );
  });

  test('that is empty is refused as a request for nothing', async () => {
    expect(await refusedParts([])).toMatchObject({ status: 400, code: 20 });
  });
});
