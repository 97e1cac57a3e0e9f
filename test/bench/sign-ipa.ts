import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildBinary } from 'plist';
import { signIpa } from '../../mock-server/platform/packages/ios/signature/sign-ipa.ts';
import type { ZipSource } from '../../mock-server/platform/packages/zip/write-zip.ts';
import { testIpa } from '../fixtures/ipa.ts';
import { applePackages } from '../fixtures/real-packages.ts';
import { signingIdentity } from '../fixtures/signing-identity.ts';
import { rsaKey } from '../fixtures/signing-keys.ts';
import type { Measurement } from './measurement.ts';

const run = promisify(execFile);
const [frameworks, pictures, pictureBytes] = [3, 200, 1024 * 1024];
const rounds = 5;
const most = 2;

/** Signing an app of 200 MB with three frameworks, beside one SHA-256 over all that is in it. */
export const signingIpa: Measurement = {
  name: 'sign-ipa',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'appshelf-bench-'));
    const [source, unpacked, target] = ['source', 'unpacked', 'target'].map((name) => join(folder, name));
    try {
      const files = await filesOfApp();
      await writeFile(String(source), testIpa({ files }));
      await writeFile(String(unpacked), Buffer.concat(files.map(({ data }) => data)));
      const identity = signingIdentity(rsaKey(), '*');
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        theirs.push(await timed(() => run('openssl', ['dgst', '-sha256', String(unpacked)])));
        ours.push(await timed(() => signIpa(String(source), String(target), identity, [])));
      }
      return [
        {
          work: `Sign an app of 200 MB with ${frameworks} frameworks`,
          ours: Math.min(...ours),
          unit: 's',
          against: { name: 'openssl dgst -sha256', value: Math.min(...theirs) },
          target: { atMost: most },
        },
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function filesOfApp(): Promise<ZipSource[]> {
  const library = await readFile(applePackages.deviceLibrary);
  const code = Array.from({ length: frameworks }, (_, index): ZipSource[] => {
    const [path, name] = [`Frameworks/F${index}.framework`, `F${index}`];
    const plist = { CFBundleIdentifier: `org.example.f${index}`, CFBundleExecutable: name };
    return [
      { name: `${path}/Info.plist`, data: Buffer.from(buildBinary(plist)) },
      { name: `${path}/${name}`, data: library },
    ];
  });
  const media = Array.from({ length: pictures }, (_, index) => ({
    name: `Media/${index}.jpg`,
    data: randomBytes(pictureBytes),
    stored: true,
  }));
  return [...code.flat(), ...media];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
