import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyCms } from '../../app-packages/formats/asn1/verify-cms.ts';
import {
  readConfigurationProfile,
  signProfile,
} from '../../app-packages/ios/profiles/configuration-profile.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import { bindHandler } from '../handle.ts';
import {
  readConfigurationProfileKind,
  signedProfile,
  signProfileKind,
} from '../kinds/configuration-profile.ts';

export const readConfigurationProfileTask = bindHandler(readConfigurationProfileKind, ({ files }) =>
  readConfigurationProfile(files.profile),
);

export const signProfileTask = bindHandler(signProfileKind, async ({ input, files, out }) => {
  // Loaded when needed: most workers never open credentials.
  const { openCredentials } = await import('../../app-packages/credentials/open-credentials.ts');
  const { signing, facts } = openCredentials(input.material, 'ios');
  const target = join(out, signedProfile);
  await writeFile(target, signProfile(await readFile(files.profile), signing, new Date()));
  await assertSigned(target, signing.certificates[0]);
  return { expires: facts.expires };
});

/** Reads the written profile as devices do. Error: PackageError. */
async function assertSigned(path: string, certificate: Buffer): Promise<void> {
  const { signed } = await readConfigurationProfile(path);
  const signer = verifyCms(await readFile(path), null, 'signing_not_verified');
  if (!signed || signer?.certificate.raw.equals(certificate) !== true) {
    throw new PackageError('signing_not_verified');
  }
}
