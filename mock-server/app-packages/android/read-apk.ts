import { iconOrWarning } from '../icon-or-warning.ts';
import { documentBytes } from '../limits.ts';
import { PackageError } from '../package-error.ts';
import type { PackageInfo, PackageSigning } from '../package-info.ts';
import { showableText } from '../text.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { browsableScheme, launcherActivity } from './activities.ts';
import { androidVersion } from './api-levels.ts';
import { apkWarnings } from './apk-warnings.ts';
import { androidFormFactor } from './form-factor.ts';
import { androidIcon, namedIcons } from './icon/app-icon.ts';
import { findInstallProblems, resourceTable } from './install-rules.ts';
import { Manifest } from './manifest.ts';
import { readBinaryXml } from './resources/axml.ts';
import { ResourceTable } from './resources/resource-table.ts';
import { verifyApk } from './signature/verify-apk.ts';

export const apkManifest = 'AndroidManifest.xml';
/** The file by which an Android App Bundle is told apart from a package. */
export const bundleManifest = 'base/manifest/AndroidManifest.xml';
const nativeLibrary = /^lib\/([\w-]{1,40})\/[^/]+\.so$/;

/** Reads an Android package from its archive. Throws PackageError when it is refused. */
export async function readApk(zip: GuardedZip): Promise<PackageInfo> {
  const { manifest, table } = await openManifest(zip);
  const bundleId = manifest.packageName();
  const signing = await readSigning(zip, manifest);
  const abis = nativeAbis(zip);
  const minSdk = manifest.minSdk();
  const problems = await findInstallProblems(zip, manifest);
  const { icon, warnings } = await iconOrWarning(
    async () => await androidIcon(zip, manifest, table),
    namedIcons(manifest).length > 0,
  );
  return {
    kind: 'apk',
    platform: 'Android',
    bundleId,
    version: showableText(manifest.text(manifest.root, 'versionName')),
    build: manifest.versionCode(),
    label: labelOf(manifest),
    minOs: minSdk === null ? null : androidVersion(minSdk),
    icon,
    size: zip.fileBytes,
    formFactor: androidFormFactor(manifest),
    urlScheme: browsableScheme(manifest),
    signing,
    isAdhoc: false,
    warnings: [...apkWarnings(manifest, signing, abis, problems), ...warnings],
    binaryMetadata: metadata(manifest, signing, abis),
  };
}

async function readSigning(zip: GuardedZip, manifest: Manifest): Promise<PackageSigning> {
  const apk = await verifyApk(zip, manifest.signatureNeeds());
  return {
    signed: apk.verified,
    schemes: apk.schemes,
    certificateSha256: apk.signers[0]?.sha256 ?? null,
    apk,
    ipa: null,
    distribution: null,
    team: null,
  };
}

/** The manifest of an Android package. Throws PackageError when it has none that can be read. */
export const readManifest = async (zip: GuardedZip): Promise<Manifest> => (await openManifest(zip)).manifest;

async function openManifest(zip: GuardedZip): Promise<{ manifest: Manifest; table: ResourceTable | null }> {
  const document = await zip.read(apkManifest, documentBytes.manifest);
  if (document === null) throw new PackageError('no_manifest');
  const resources = await zip.read(resourceTable, documentBytes.resources);
  const table = resources === null ? null : new ResourceTable(resources, zip.budget);
  const manifest = new Manifest(readBinaryXml(document, zip.budget), table);
  if (manifest.root.plain.has('split')) throw new PackageError('split_not_supported');
  return { manifest, table };
}

function labelOf(manifest: Manifest): string | null {
  const elements = [manifest.application(), launcherActivity(manifest)].filter((element) => element !== null);
  const labels = elements.map((element) => showableText(manifest.text(element, 'label')));
  return labels.find((label) => label !== null) ?? null;
}

/** The processor types for which the package contains native libraries; none when it runs on any. */
function nativeAbis(zip: GuardedZip): string[] {
  const abis = zip.names().map((name) => nativeLibrary.exec(name)?.[1]);
  return [...new Set(abis.filter((abi) => abi !== undefined))].sort();
}

function metadata(
  manifest: Manifest,
  signing: PackageSigning,
  abis: string[],
): PackageInfo['binaryMetadata'] {
  return {
    package: manifest.packageName(),
    version_code: manifest.versionCode(),
    version_name: showableText(manifest.text(manifest.root, 'versionName')),
    min_sdk: manifest.minSdk(),
    target_sdk: manifest.targetSdk(),
    permissions: manifest.permissions(),
    native_abis: abis,
    signature_schemes: signing.schemes,
    certificate_sha256: signing.certificateSha256,
    certificate_subject: signing.apk?.signers[0]?.subject ?? null,
    certificate_expires: signing.apk?.signers[0]?.validTo ?? null,
  };
}
