import fc from 'fast-check';
import { buildBinary, parse } from 'plist';
import { describe, expect, test } from 'vitest';
import { maxLengths } from '../../../contract/application-fields.ts';
import { addApplication, listApplications, readApplication } from '../../../contract/applications.ts';
import { installApplication } from '../../../contract/downloads.ts';
import { isWithinLength } from '../../../mock-server/platform/cut-text.ts';
import { testApk } from '../../fixtures/apk.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { accepted, refusal } from '../../setup/answers.ts';
import { openService } from '../../setup/open-service.ts';
import { tries } from '../../setup/run/tries.ts';
import { iPad } from '../../setup/world/people.ts';
import { assign, ipa, makeGroup, publish } from '../../setup/world/publishing.ts';

/** Texts inside packages may contain anything: what is published of them can be stored, shown and delivered. */
const service = await openService();
const { token } = service.admin;

/** Any code units: control characters, NUL, unpaired surrogates, and very many of them. */
const units = fc.array(
  fc.oneof(fc.constantFrom(0, 1, 10, 0x85, 0x2028, 0xd83d, 0xde9a, 0xfffe), fc.nat(0xffff)),
  {
    maxLength: 40,
  },
);
const text = fc
  .tuple(units, fc.constantFrom(1, 1, 1, 300))
  .map(([codes, times]) => String.fromCharCode(...codes).repeat(times));
const controls = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

interface File {
  bytes: Uint8Array;
  name: string;
}

const shown = ['app_name', 'version_num', 'version_note', 'author'] as const;

/**
 * The published fields of a package that can't be shown, don't fit or aren't found by search; empty for a refused
 * package.
 */
async function wrongWith(file: File): Promise<string[]> {
  const answer = await service.upload(addApplication, { token, files: { app_file: file } });
  if (answer.status !== 200) return refusal(answer).code === 1015 ? [] : ['refused'];
  const { id, name } = accepted(addApplication, answer).application;
  const read = await service.ok(readApplication, { token, params: { application: id } });
  // Whole code points: half of one finds nothing.
  const query = { search: [...name].slice(0, 20).join(''), sort: '-psk', page: '0,1' };
  const { applications } = await service.ok(listApplications, { token, query });
  const wrong: string[] = shown.filter(
    (field) => !isShowable(read.application.version?.[field] ?? '', field),
  );
  return applications[0]?.id === id ? wrong : [...wrong, 'found'];
}

const isShowable = (value: string, field: (typeof shown)[number]): boolean =>
  !controls.test(value) && /\S/.test(value) && isWithinLength(value, maxLengths[field]);

/** Every character as a numeric reference, also those that XML does not allow. */
function asXml(values: Record<string, string>): string {
  const escaped = (value: string) => [...value].map((letter) => `&#${letter.codePointAt(0)};`).join('');
  const entries = Object.entries(values).map(
    ([key, value]) => `<key>${key}</key><string>${escaped(value)}</string>`,
  );
  return `<?xml version="1.0"?><plist version="1.0"><dict>${entries.join('')}</dict></plist>`;
}

const runs = tries(25);

test('an Android package of any label and version is published or refused', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (label, versionName) => {
      const bytes = testApk({ manifest: { versionName }, application: { label } });
      expect(await wrongWith({ bytes, name: 'a.apk' })).toEqual([]);
    }),
    runs,
  );
});

test('an iOS package of any name, version, build and scheme is published or refused', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (name, version, number, urlScheme) => {
      const bytes = testIpa({ name, version, build: number, urlScheme, icon: null, profile: null });
      expect(await wrongWith({ bytes, name: 'a.ipa' })).toEqual([]);
    }),
    runs,
  );
});

test.each([
  ['binary', (value: Record<string, string>) => buildBinary(value)],
  ['XML', asXml],
] as const)('a %s configuration profile of any texts is published or refused', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (PayloadDisplayName, PayloadIdentifier, PayloadOrganization) => {
      const profile = {
        PayloadType: 'Configuration',
        PayloadDisplayName,
        PayloadIdentifier,
        PayloadOrganization,
      };
      expect(await wrongWith({ bytes: Buffer.from(write(profile)), name: 'a.mobileconfig' })).toEqual([]);
    }),
    runs,
  );
});

test.each([
  'org.example',
  'org..example',
  '.org',
  'org/example',
  'org.exämple',
  'a b',
  `o.${'x'.repeat(300)}`,
  'org.\0',
])('a package is not named “%s”', async (name) => {
  const android = { bytes: testApk({ manifest: { package: `${name}!` } }), name: 'a.apk' };
  const ios = { bytes: testIpa({ bundleId: `${name}!`, profile: null }), name: 'a.ipa' };
  for (const app_file of [android, ios]) {
    const answer = await service.upload(addApplication, { token, files: { app_file } });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 1015 });
  }
});

describe('the install manifest', () => {
  test('is a property list whatever people call the application', async () => {
    const user = await service.makeUser();
    const group = await makeGroup(service, 'Manifests', { users: [user] });
    const named = { app_name: 'A\u0001<&>\ufffe\u{1f69a}', author: ']]>\u000b', version_num: '1\u0008' };
    const app = await publish(service, named, { bytes: ipa('org.example.manifest'), name: 'a.ipa' });
    await assign(service, group, { id: app.psk });
    const who = await service.signIn(user, iPad);
    const { body } = await service.call(installApplication, { params: { application: app.id }, query: who });
    const { items } = parse(String(body)) as { items: { metadata: { title: string } }[] };
    expect(items[0]?.metadata.title).toBe('A<&>\u{1f69a}');
    expect(String(body)).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  });
});
