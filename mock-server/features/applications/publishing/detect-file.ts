import { applicationTypes } from '../../../../contract/common/codes.ts';
import { ServiceError } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/multipart.ts';
import { readConfigurationProfile } from '../../../platform/packages/ios/configuration-profile.ts';
import { PackageError } from '../../../platform/packages/package-error.ts';
import type { PackageInfo } from '../../../platform/packages/package-info.ts';
import { readPackage } from '../../../platform/packages/read-package.ts';
import { showableText } from '../../../platform/packages/text.ts';
import { type Detected, undetected, type Warning } from './detected.ts';
import { apkKind, type FileKind, ipaKind, kindByName } from './file-kinds.ts';
import { signerOf } from './signer.ts';

/** What an uploaded file says about its application. Error: `package_refused` with the reason. */
export async function detectFile(upload: UploadedFile): Promise<Detected> {
  const kind = await kindByName(upload.fileName, upload.path);
  if (kind === null) {
    const { path, fileName } = upload;
    return fromPackage(await guarded(() => readPackage(path, { fileName })), upload);
  }
  return kind.type === applicationTypes.iosConfiguration
    ? fromConfigurationProfile(kind, upload)
    : fromUnread(kind, upload);
}

async function guarded<T>(read: () => Promise<T>): Promise<T> {
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

function fromPackage(info: PackageInfo, upload: UploadedFile): Detected {
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
    signatureProblem: info.signing.apk?.problems[0]?.message ?? null,
    signer: signerOf(info.signing),
    icon: info.icon,
    file: { upload, mime, metadata: info.binaryMetadata },
    warnings: [...info.warnings],
  };
}

async function fromConfigurationProfile({ type, mime }: FileKind, upload: UploadedFile): Promise<Detected> {
  const profile = await guarded(() => readConfigurationProfile(upload.path));
  return {
    ...undetected,
    type,
    bundleId: profile.identifier,
    name: profile.name ?? nameOf(upload),
    signed: profile.signed,
    file: { upload, mime, metadata: null },
    warnings: [],
  };
}

const unread: Warning = {
  message:
    'Name, version and icon cannot be read from this kind of file. The name is that of the file; send the rest yourself.',
  error: 'file_not_read',
};

const fromUnread = ({ type, mime }: FileKind, upload: UploadedFile): Detected => ({
  ...undetected,
  type,
  name: nameOf(upload),
  file: { upload, mime, metadata: null },
  warnings: [unread],
});
