import { join } from 'node:path';
import type { Static } from 'typebox';
import { prepareApk } from '../../platform/packages/android/signature/sign-apk.ts';
import type { OpenCredentials } from '../../platform/packages/credentials/open-credentials.ts';
import { addToBundle } from '../../platform/packages/ios/add-to-bundle.ts';
import { PackageError } from '../../platform/packages/package-error.ts';
import { readPackage } from '../../platform/packages/read-package.ts';
import { handle } from '../handle.ts';
import { preparedFile, preparePackageKind } from '../kinds/prepare-package.ts';

export const preparePackageTask = handle(preparePackageKind, async ({ input, files, out }) => {
  const target = join(out, preparedFile);
  if (input.platform === 'ios') {
    if (input.material !== null) throw new PackageError('signing_ios_unavailable');
    const additions = input.additions.map(({ path, content }) => ({ path, data: Buffer.from(content) }));
    await addToBundle(files.package, target, additions);
    const { icon: _, ...facts } = await readPackage(target);
    return { facts, notes: [], expires: null };
  }
  const credentials = await opened(input);
  const { notes } = await prepareApk(files.package, target, {
    additions: input.additions.map(({ path, content }) => ({ name: path, data: Buffer.from(content) })),
    signing: credentials?.signing ?? null,
  });
  const { icon: _, ...facts } = await readPackage(target);
  if (credentials !== null && !isSignedBy(facts.signing, credentials))
    throw new PackageError('signing_not_verified');
  return { facts, notes, expires: credentials?.facts.expires ?? null };
});

async function opened({
  platform,
  material,
}: Static<typeof preparePackageKind.input>): Promise<OpenCredentials | null> {
  if (material === null) return null;
  // Loaded when needed: most workers never open credentials.
  const { openCredentials } = await import('../../platform/packages/credentials/open-credentials.ts');
  return openCredentials(material, platform);
}

/** What devices would find. */
const isSignedBy = (
  { signed, certificateSha256 }: Awaited<ReturnType<typeof readPackage>>['signing'],
  { facts }: OpenCredentials,
): boolean => signed && certificateSha256 === facts.sha256;
