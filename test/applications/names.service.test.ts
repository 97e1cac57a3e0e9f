import { describe, expect, test } from 'vitest';
import type { NewApplication } from '../../contract/application-fields.ts';
import { addApplication, readApplication } from '../../contract/applications.ts';
import { installApplication } from '../../contract/downloads.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { accepted } from '../setup/answers.ts';
import { openService } from '../setup/open-service.ts';
import { apk, assign, makeGroup } from '../setup/world/publishing.ts';

/** Names that come from files, not from people: they may contain anything, and none may cause a failure. */
const service = await openService();
const { token } = service.admin;

type File = { bytes: Uint8Array; name: string };
const add = async (file: File, data: NewApplication = {}) =>
  (await service.uploaded(addApplication, { token, data, files: { app_file: file } })).application;
const texts: [string, string, string][] = [
  ['NUL in it', 'De\0pot', 'De pot'],
  ['half a character', 'Depot \ud83d', 'Depot'],
  ['line breaks and other controls', 'De\r\n\tpot\u0085\u2028', 'De pot'],
  ['nothing but controls', '\u0001\u0002', 'upload'],
  ['more than 50 characters', '🚚'.repeat(60), '🚚'.repeat(50)],
  ['far too many characters', `${'a'.repeat(254)}${'🚚'.repeat(9000)}`, 'a'.repeat(50)],
];

describe('a name in a package with', () => {
  test.each(texts)('%s is a name that can be shown', async (_, label, name) => {
    const bytes = apk('org.example.names', 1, { application: { label } });
    const application = await add({ bytes, name: 'upload.apk' });
    expect(application.name).toBe(name);
    expect(application.version?.version_note.startsWith(`${name} - `)).toBe(true);
  });

  test('such a version has one that fits', async () => {
    const bytes = apk('org.example.versions', 1, {
      manifest: { versionName: '1\0.\ud83d2-🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚🚚' },
    });
    const { version } = await add({ bytes, name: 'upload.apk' });
    expect([...(version?.version_num ?? '')]).toHaveLength(21);
    expect(version?.version_num).toMatch(/^1 \./);
  });

  test('such texts in a property list comes back in binary_metadata', async () => {
    const application = await add({
      bytes: testIpa({ name: 'De pot\u0085', build: '1' }),
      name: 'upload.ipa',
    });
    const params = { application: application.id };
    const read = (await service.ok(readApplication, { token, params })).application;
    expect(read.name).toBe('De pot');
    expect(read.version?.install_file?.binary_metadata).toHaveProperty('plist');
  });
});

/** A request with one file, whose name is written as given. */
async function send(disposition: string) {
  const head = `--cut\r\ncontent-disposition: form-data; name="app_file"; ${disposition}\r\n\r\n`;
  const bytes = apk('org.example.file', 1, { application: { label: '' } });
  const data = '--cut\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"enabled":true}\r\n';
  const answer = await service.fetch('/v1/applications/', {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'multipart/form-data; boundary=cut' },
    body: Buffer.concat([Buffer.from(data), Buffer.from(head), bytes, Buffer.from('\r\n--cut--\r\n')]),
  });
  return accepted(addApplication, answer).application;
}

describe('the name of a file', () => {
  test.each([
    ['with NUL', "filename*=UTF-8''De%00pot.apk", 'De pot'],
    ['with half a character', "filename*=UTF-8''Depot%ED%A0%BD.apk", /^Depot/],
    ['with what is no UTF-8', "filename*=UTF-8''Depot%FF%FE.apk", /^Depot/],
    ['with a path', 'filename="..\\\\..\\\\etc/Depot.apk"', 'Depot'],
    ['of nothing but an ending', 'filename=".apk"', 'Application'],
    ['that is missing', 'filename=""', 'app_file'],
    ['of more than any file system takes', `filename="${'ä'.repeat(5000)}.apk"`, 'ä'.repeat(50)],
  ])('%s is a name to show, and one to download by', async (_, disposition, name) => {
    const application = await send(disposition);
    expect(application.name).toMatch(name);
    const user = await service.makeUser();
    const group = await makeGroup(service, user.userId, { users: [user] });
    await assign(service, group, { id: application.psk });
    const redirect = await service.call(installApplication, {
      params: { application: application.id },
      query: await service.signIn(user),
    });
    const file = await service.fetch(redirect.headers.get('location') ?? '');
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ -~]+\.apk"; filename\*=/,
    );
  });
});
