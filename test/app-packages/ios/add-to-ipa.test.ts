import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addToIpa } from '../../../mock-server/app-packages/ios/signature/add-to-ipa.ts';
import { withZip } from '../../../mock-server/app-packages/zip/open-zip.ts';
import { buildMachO } from '../../../mock-server/demo/build-mach-o.ts';
import { testApk } from '../../fixtures/apk.ts';
import { testIpa } from '../../fixtures/ipa.ts';
import { temporaryFiles } from '../../fixtures/temporary-files.ts';

const files = temporaryFiles();
const document = { path: 'vendor-policies.json', content: Buffer.from('{"policies":[]}') };
const inBundle = `Payload/Demo.app/${document.path}`;

async function added(bytes: Buffer, ...additions: (typeof document)[]) {
  const [source, target] = [await files.write(bytes), await files.write(Buffer.alloc(0))];
  await addToIpa(source, target, additions);
  return target;
}
const entriesOf = (path: string) =>
  withZip(path, async (zip) => {
    const all = new Map<string, { text: string; mode: number }>();
    for (const [name, { unixMode }] of zip.entries) {
      all.set(name, { text: String(await zip.read(name, 1_000_000)), mode: unixMode });
    }
    return all;
  });

test('a file comes into the main bundle; everything else stays as it is, modes too', async () => {
  const source = testIpa();
  const before = await entriesOf(await files.write(source));
  const after = await entriesOf(await added(source, document));
  const app = [...before.keys()].find((name) => name.endsWith('.app/Info.plist'))?.replace('Info.plist', '');
  expect(after.get(`${app}${document.path}`)).toMatchObject({ text: document.content.toString() });
  after.delete(`${app}${document.path}`);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, { text, mode }] of before) {
    expect(after.get(name)?.text).toBe(text);
    expect([0, after.get(name)?.mode]).toContain(mode);
  }
});

test('the signature of the main bundle is dropped, and a file of the same name replaced', async () => {
  const signed = testIpa({
    executable: buildMachO({ signature: Buffer.alloc(32, 1) }),
    files: [
      { name: '_CodeSignature/CodeResources', data: Buffer.from('<plist/>') },
      { name: document.path, data: Buffer.from('old') },
      { name: 'Frameworks/A.framework/_CodeSignature/CodeResources', data: Buffer.from('<plist/>') },
    ],
  });
  const target = await added(signed, document);
  const after = await entriesOf(target);
  expect(after.get(inBundle)?.text).toBe(document.content.toString());
  expect([...after.keys()].filter((name) => name.includes('_CodeSignature'))).toEqual([
    'Payload/Demo.app/Frameworks/A.framework/_CodeSignature/CodeResources',
  ]);
});

test('an Android package is refused', async () => {
  await expect(added(testApk(), document)).rejects.toMatchObject({ code: 'no_manifest' });
});

test('the same files give the same bytes', async () => {
  const source = testIpa();
  const [one, other] = [await added(source, document), await added(source, document)];
  expect((await readFile(one)).equals(await readFile(other))).toBe(true);
});
