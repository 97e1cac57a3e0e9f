import { join } from 'node:path';
import type { Static } from 'typebox';
import { prepareApk } from '../../app-packages/android/signature/sign-apk.ts';
import type { OpenCredentials } from '../../app-packages/credentials/open-credentials.ts';
import { addToIpa } from '../../app-packages/ios/signature/add-to-ipa.ts';
import { signIpa } from '../../app-packages/ios/signature/sign-ipa.ts';
import { PackageError } from '../../app-packages/package-error.ts';
import { readPackage } from '../../app-packages/read-package.ts';
import { bindHandler } from '../handle.ts';
import { preparedFile, preparePackageKind } from '../kinds/prepare-package.ts';

export const preparePackageTask = bindHandler(preparePackageKind, async ({ input, files, out }) => {
  const target = join(out, preparedFile);
  const credentials = await openMaterial(input);
  const prepare = input.platform === 'ios' ? prepareIos : prepareAndroid;
  const made = await prepare(files.package, target, input.additions, credentials);
  const { icon: _, ...facts } = await readPackage(target);
  if (credentials !== null && !isSignedBy(facts.signing, credentials))
    throw new PackageError('signing_not_verified');
  return { facts, ...made };
});

type Input = Static<typeof preparePackageKind.input>;
type Made = Pick<Static<typeof preparePackageKind.output>, 'notes' | 'expires' | 'profileThatEnds'>;

async function prepareAndroid(
  source: string,
  target: string,
  additions: Input['additions'],
  credentials: OpenCredentials | null,
): Promise<Made> {
  const { notes } = await prepareApk(source, target, {
    additions: additions.map(({ path, content }) => ({ name: path, data: Buffer.from(content) })),
    signing: credentials?.signing ?? null,
  });
  return { notes, expires: credentials?.facts.expires ?? null, profileThatEnds: null };
}

async function prepareIos(
  source: string,
  target: string,
  additions: Input['additions'],
  credentials: OpenCredentials | null,
): Promise<Made> {
  const added = additions.map(({ path, content }) => ({ path, content: Buffer.from(content) }));
  if (credentials === null) {
    await addToIpa(source, target, added);
    return { notes: [], expires: null, profileThatEnds: null };
  }
  const { signing, profiles } = credentials;
  const identity = { privateKey: signing.key, certificates: signing.certificates, profiles };
  const { expires, profileThatEnds, droppedEntitlements } = await signIpa(source, target, identity, added);
  return {
    notes: droppedEntitlements.length > 0 ? ['entitlements_dropped'] : [],
    expires: expires.toISOString(),
    profileThatEnds,
  };
}

async function openMaterial({ platform, material }: Input): Promise<OpenCredentials | null> {
  if (material === null) return null;
  // Loaded when needed: most workers never open credentials.
  const { openCredentials } = await import('../../app-packages/credentials/open-credentials.ts');
  return openCredentials(material, platform);
}

/** Whether devices would find a signature by this certificate. */
const isSignedBy = (
  { signed, certificateSha256 }: Awaited<ReturnType<typeof readPackage>>['signing'],
  { facts }: OpenCredentials,
): boolean => signed && certificateSha256 === facts.sha256;
