import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { verifyIpa } from '../../mock-server/app-packages/ios/signature/verify/verify-ipa.ts';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import { demoApplications } from '../../mock-server/demo/applications.ts';
import { listPackages } from '../../mock-server/demo/packages.ts';
import { codeSignature, signedCode } from '../fixtures/code-signature.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { switchOn } from '../inspections/switched-on.ts';
import { openService } from '../setup/open-service.ts';
import { androidCredentials, credentialsFile, iosCredentials } from '../setup/world/credentials.ts';
import { androidPhone, iPad } from '../setup/world/people.ts';
import { apk, publish } from '../setup/world/publishing.ts';
import { sign, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { MainJob, policiesIn } from './main-job.ts';
import { ask, askApksigner } from './tools.ts';
import { unsignedCopy } from './unsigned.ts';

const someMinutes = 5 * 60_000;
const service = await openService();
await switchOn(service, service.admin.orgId, { token: service.admin.token });
const files = temporaryFiles();
const hybrid: Parameters<typeof publish>[1] = {
  app_name: 'Shop',
  hybrid: { url: 'https://shop.example.org/', platform: 'Android' },
};

/** Publishes an application, has it signed, and downloads what devices get. */
async function signedByTheService(
  file: Parameters<typeof publish>[2],
  key: string,
  data: Parameters<typeof publish>[1] = {},
): Promise<string> {
  const { id } = await publish(service, data, file);
  await sign(service, id, await storeCredentials(service, {}, key));
  const { application } = await signingEnds(service, id, 'signed');
  const response = await fetch(application.version?.install_file?.path ?? '', {
    headers: { 'x-token': service.admin.token },
  });
  return files.write(Buffer.from(await response.arrayBuffer()));
}

describe('what the service signed passes Android’s own tools', () => {
  test.each([
    [
      'a package that was never signed',
      { bytes: apk('org.example.judged'), name: 'app.apk' },
      'modern.p12',
      {},
    ],
    ['a package of 18 MB', androidPackages.automationServer, 'modern.p12', {}],
    ['a package for old devices', androidPackages.contactManager, 'chain.p12', {}],
    ['a package, by an elliptic curve', androidPackages.settings, 'curve.p12', {}],
    ['a package that it built', undefined, 'modern.p12', hybrid],
  ])('%s', { timeout: someMinutes }, async (_name, file, key, data) => {
    const path = await signedByTheService(file, key, data);
    const ours = await readPackage(path);
    const { verified, signers } = await askApksigner(path, null);
    expect([verified, signers]).toEqual([true, [ours.signing.certificateSha256]]);
    expect(await ask('zipalign', '-c', '-p', '4', path)).toMatchObject({ good: true });
  });
});

/** The packages of the demo of a kind, oldest version first, by file name. */
async function demoPackages(kind: 'apk' | 'ipa') {
  const found = await Promise.all(
    demoApplications.filter(({ source }) => source.kind === kind).map(listPackages),
  );
  return found.flatMap((packages) => (packages ?? []).slice(-1)).map((one) => [one.name, one] as const);
}
const policy = 'vendor.app-usage';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the main job on a package of the demo that was uploaded unsigned, as tools of others judge it:', async () => {
  const document = 'assets/vendor-policies.json';
  const certificate = sha256(await credentialsFile('certificate.cer'));

  /** Whether it is a signed and aligned package of this certificate that says of itself what the unsigned one says. */
  async function assertGood(path: string, unsigned: string): Promise<void> {
    expect(await askApksigner(path, null)).toMatchObject({ verified: true, signers: [certificate] });
    expect(await ask('zipalign', '-c', '-p', '4', path)).toMatchObject({ good: true });
    const badging = await ask('aapt', 'dump', 'badging', path);
    expect(badging).toEqual(await ask('aapt', 'dump', 'badging', unsigned));
    expect(badging.good).toBe(true);
  }
  const lists = async (path: string) => (await ask('aapt', 'list', path)).text.split('\n');

  test.each(await demoPackages('apk'))('%s', { timeout: someMinutes }, async (name, { bytes }) => {
    const unsigned = await files.write(await unsignedCopy(await files.write(Buffer.from(bytes))));
    const uploaded = await readFile(unsigned);
    expect((await askApksigner(unsigned, null)).verified).toBe(false);
    const job = new MainJob(service, await publish(service, {}, { bytes: uploaded, name }));
    await job.begin(await androidCredentials(), androidPhone);

    await job.sign();
    const signed = await files.write(await job.delivered());
    await assertGood(signed, unsigned);
    expect(await lists(signed)).not.toContain(document);

    await job.apply(policy);
    expect(await job.inspect()).toMatchObject({ Permissions: expect.any(Array) as unknown[] });
    const got = (await job.installed()) ?? Buffer.alloc(0);
    expect(sha256(got)).toBe(sha256(await job.delivered()));
    const governed = await files.write(got);
    await assertGood(governed, unsigned);
    expect(await lists(governed)).toContain(document);
    expect(await policiesIn(governed, document)).toEqual([policy]);

    await job.remove();
    expect(sha256(await job.delivered())).toBe(sha256(uploaded));
    expect(await job.installed()).toBeNull();
    await job.sign();
    const again = await files.write((await job.installed()) ?? Buffer.alloc(0));
    await assertGood(again, unsigned);
    expect(await lists(again)).not.toContain(document);
  });

  test.each(await demoPackages('ipa'))('%s', { timeout: someMinutes }, async (name, { bytes }) => {
    const bundle = 'Payload/Demo.app/';
    const inBundle = `${bundle}vendor-policies.json`;
    /** Whether our verifier, which knows nothing of the signer, and OpenSSL find its signature true. */
    const assertHolds = async (path: string) => {
      expect(await withZip(path, (zip) => verifyIpa(zip, bundle))).toMatchObject({
        verified: true,
        problems: [],
        signer: { sha256: certificate },
      });
      const { code, message } = signedCode(await codeSignature(path, `${bundle}Demo`));
      const [content, cms] = [await files.write(code), await files.write(message)];
      const options = ['-verify', '-noverify', '-binary', '-inform', 'DER', '-in', cms, '-content', content];
      expect(await ask('openssl', 'cms', ...options, '-out', await files.write(code))).toMatchObject({
        good: true,
      });
    };
    const uploaded = Buffer.from(bytes);
    const job = new MainJob(service, await publish(service, {}, { bytes: uploaded, name }));
    await job.begin(await iosCredentials(), iPad);

    await job.sign();
    await assertHolds(await files.write(await job.delivered()));
    await job.apply(policy);
    expect(await job.inspect()).toMatchObject({ Permissions: expect.any(Array) as unknown[] });
    const got = (await job.installed()) ?? Buffer.alloc(0);
    expect(sha256(got)).toBe(sha256(await job.delivered()));
    const governed = await files.write(got);
    await assertHolds(governed);
    expect(await policiesIn(governed, inBundle)).toEqual([policy]);

    await job.remove();
    expect(sha256(await job.delivered())).toBe(sha256(uploaded));
    expect(await job.installed()).toBeNull();
    await job.sign();
    const again = await files.write((await job.installed()) ?? Buffer.alloc(0));
    await assertHolds(again);
    expect(await policiesIn(again, inBundle)).toBeNull();
  });
});
