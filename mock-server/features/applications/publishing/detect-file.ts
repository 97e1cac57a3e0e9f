import type { Static } from 'typebox';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import type { Warning } from '../../../../contract/common/warnings.ts';
import { PackageError, type PackageErrorCode } from '../../../app-packages/package-error.ts';
import type { PackageFacts } from '../../../app-packages/package-info.ts';
import { showableText } from '../../../app-packages/text.ts';
import { readConfigurationProfileKind } from '../../../packages-worker/kinds/configuration-profile.ts';
import { iconBytes, iconFile, readPackageKind } from '../../../packages-worker/kinds/read-package.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { type Detected, undetected } from './detected.ts';
import { apkKind, detectKindByName, type FileKind, ipaKind, isArchive } from './file-kinds.ts';
import { scanForMalware } from './malware.ts';
import { findSigner } from './signer.ts';

/** What an uploaded file says about its application. Errors: `malware_found`, `package_refused` with the reason, `unavailable`. */
export async function detectFile(
  platform: Platform,
  caller: Caller,
  upload: UploadedFile,
): Promise<Detected> {
  const scan = await scanForMalware(platform, upload);
  const detected = await readFile(platform, caller, upload);
  return { ...detected, warnings: [...scan, ...detected.warnings] };
}

async function readFile(platform: Platform, caller: Caller, upload: UploadedFile): Promise<Detected> {
  const kind = await detectKindByName(upload.fileName, upload.path);
  if (kind === null) return runDetection(() => readPackage(platform, caller, upload));
  if (kind.type === applicationTypes.iosConfiguration)
    return runDetection(() => readConfigurationProfile(platform, caller, kind, upload));
  if (!isArchive(kind)) return detectUnreadable(kind, upload);
  return await runDetection(() => readArchive(platform, caller, kind, upload));
}

/** Why an archive is not a package for phones, or cannot be known to be one. Windows takes archives that phones refuse. */
const noPackageCodes: ReadonlySet<string> = new Set([
  'no_manifest',
  'split_not_supported',
  'malformed_zip',
  'truncated',
  'too_large',
  'too_many_entries',
  'zip_bomb',
  'unsafe_path',
  'duplicate_entry',
  'overlapping_entries',
  'symbolic_link',
  'encrypted_entry',
  'unsupported_compression',
] satisfies PackageErrorCode[]);

/** What an archive named for Windows is: a package for phones when it is one by its content, otherwise what its name says. */
async function readArchive(
  platform: Platform,
  caller: Caller,
  kind: FileKind,
  upload: UploadedFile,
): Promise<Detected> {
  try {
    return await readPackage(platform, caller, upload);
  } catch (error) {
    if (error instanceof PackageError && noPackageCodes.has(error.code))
      return detectUnreadable(kind, upload);
    throw error;
  }
}

function readPackage({ workers }: Platform, caller: Caller, upload: UploadedFile): Promise<Detected> {
  const { path, fileName } = upload;
  const task = { owner: caller.orgId, input: { fileName }, files: { package: path } };
  return workers.run(readPackageKind, task, async ({ facts, hasIcon }, made) => {
    const icon = hasIcon ? await made.read(iconFile, iconBytes) : null;
    return fromPackage(facts, icon, upload);
  });
}

async function runDetection<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new ServiceError('package_refused', error.message, {
      details: { reason: error.code, entry: error.entry },
      cause: error,
    });
  }
}

/** The file's name for people: without folders, ending and what cannot be shown. */
const nameOf = ({ fileName }: UploadedFile): string =>
  showableText(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]+$/i, '')) ?? 'Application';

/** What a package that was read says about its application. */
export function fromPackage(
  info: Static<typeof PackageFacts>,
  icon: Buffer | null,
  upload: UploadedFile,
): Detected {
  const { type, mime } = info.kind === 'apk' ? apkKind : ipaKind;
  return {
    ...undetected,
    type,
    bundleId: info.bundleId,
    urlScheme: info.urlScheme,
    name: info.label ?? nameOf(upload),
    versionNum: info.version ?? info.build,
    build: info.build,
    minOs: info.minOs,
    formFactor: info.formFactor,
    isAdhoc: info.isAdhoc,
    signed: info.signing.signed,
    icon,
    signatureProblem: (info.signing.apk ?? info.signing.ipa)?.problems[0]?.message ?? null,
    signer: findSigner(info.signing),
    file: { upload, mime, metadata: info.binaryMetadata },
    warnings: [...info.warnings],
  };
}

function readConfigurationProfile(
  { workers }: Platform,
  caller: Caller,
  { type, mime }: FileKind,
  upload: UploadedFile,
): Promise<Detected> {
  const task = { owner: caller.orgId, input: {}, files: { profile: upload.path } };
  return workers.run(readConfigurationProfileKind, task, ({ identifier, name, signed }) => ({
    ...undetected,
    type,
    bundleId: identifier,
    name: name ?? nameOf(upload),
    signed,
    file: { upload, mime, metadata: null },
    warnings: [],
  }));
}

const unreadableWarning: Warning = {
  message:
    'Name, version and icon cannot be read from this kind of file. The name is that of the file; send the rest yourself.',
  error: 'file_not_read',
};

const detectUnreadable = ({ type, mime }: FileKind, upload: UploadedFile): Detected => ({
  ...undetected,
  type,
  name: nameOf(upload),
  file: { upload, mime, metadata: null },
  warnings: [unreadableWarning],
});
