import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPackage } from '../../mock-server/platform/packages/read-package.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { temporaryFiles } from '../fixtures/temporary-files.ts';
import { apk, publish } from '../setup/publishing.ts';
import { startService, type TestService } from '../setup/service.ts';
import { sign, signingEnds, storeCredentials } from '../setup/signing.ts';
import { ask, askApksigner } from './tools.ts';

const someMinutes = 5 * 60_000;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
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
