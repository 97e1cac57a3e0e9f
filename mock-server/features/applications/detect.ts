import { open } from 'node:fs/promises';
import type { NewApplication } from '../../../contract/applications.ts';
import {
  type ApplicationType,
  applicationTypes,
  type FormFactor,
  formFactors,
} from '../../../contract/common/codes.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { PackageError } from '../../platform/packages/package-error.ts';
import type { PackageInfo } from '../../platform/packages/package-info.ts';
import { readPackage } from '../../platform/packages/read-package.ts';
import { apk, ipa, kindOfOtherFile, typeOfUrl } from './kinds.ts';

/** What can be known of an application before anybody says more. */
export interface Detected {
  type: ApplicationType;
  bundleId: string | null;
  url: string | null;
  urlScheme: string | null;
  hybrid: NonNullable<NewApplication['hybrid']> | null;
  name: string;
  versionNum: string | null;
  build: string | null;
  minOs: string | null;
  formFactor: FormFactor;
  isAdhoc: boolean;
  signed: boolean;
  icon: Buffer | null;
  file: { upload: UploadedFile; mime: string; metadata: Record<string, unknown> | null } | null;
  warnings: { message: string; error: string }[];
}

/**
 * Finds out what a request to publish is about: a file, an address, or a hybrid; document 2, Applications.
 * Errors: `invalid_request` when it is none or several of them, `package_refused`, `invalid_input` for a bad address.
 */
export async function detect(data: NewApplication, file: UploadedFile | undefined): Promise<Detected> {
  const given = [file, data.url, data.hybrid].filter((one) => one !== undefined).length;
  if (given === 0) {
    throw new ServiceError('invalid_request', 'Send an app_file, a url, or a hybrid object.');
  }
  if (given > 1) {
    throw new ServiceError('invalid_request', 'Send only one of app_file, url and hybrid.');
  }
  if (file !== undefined) return detectFile(file);
  if (data.hybrid !== undefined) return detectHybrid(data.hybrid);
  return detectUrl(data.url ?? '');
}

const nothing = {
  bundleId: null,
  url: null,
  urlScheme: null,
  hybrid: null,
  versionNum: null,
  build: null,
  minOs: null,
  formFactor: formFactors.phoneAndTablet,
  isAdhoc: false,
  signed: false,
  icon: null,
  file: null,
} as const;

async function detectFile(upload: UploadedFile): Promise<Detected> {
  const other = kindOfOtherFile(upload.fileName, await firstBytes(upload.path));
  if (other !== null) {
    return {
      ...nothing,
      type: other.type,
      name: upload.fileName.replace(/\.[a-z0-9]+$/i, ''),
      file: { upload, mime: other.mime, metadata: null },
      warnings: [unread],
    };
  }
  const info = await readGuarded(upload);
  return fromPackage(info, upload);
}

const unread = {
  message: 'Name and version cannot be read from a file of this kind: they were taken from its file name.',
  error: 'file_not_read',
};

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readGuarded(upload: UploadedFile): Promise<PackageInfo> {
  try {
    return await readPackage(upload.path, { fileName: upload.fileName });
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new ServiceError('package_refused', error.message, {
      details: { reason: error.code, entry: error.entry },
      cause: error,
    });
  }
}

function fromPackage(info: PackageInfo, upload: UploadedFile): Detected {
  const { type, mime } = info.kind === 'apk' ? apk : ipa;
  return {
    ...nothing,
    type,
    bundleId: info.bundleId,
    urlScheme: info.urlScheme,
    name: info.label ?? upload.fileName,
    versionNum: info.version ?? info.build,
    build: info.build,
    minOs: info.minOs,
    formFactor: info.formFactor,
    isAdhoc: info.isAdhoc,
    signed: info.signing.signed,
    icon: info.icon,
    file: { upload, mime, metadata: info.binaryMetadata },
    warnings: [...info.warnings],
  };
}

function parseUrl(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:', 'market:'].includes(url.protocol)) {
    throw new ServiceError('invalid_input', `${field}: write a full address, as https://example.org/.`, {
      details: { field, problem: 'is not a URL' },
    });
  }
  return url;
}

function detectUrl(text: string): Detected {
  const url = parseUrl(text, 'url');
  const type = typeOfUrl(url);
  const store = type !== applicationTypes.web;
  return {
    ...nothing,
    type,
    url: url.href,
    name: url.href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    bundleId: type === applicationTypes.androidStore ? url.searchParams.get('id') : null,
    warnings: store
      ? [{ message: 'The store was not asked: name and icon are what you sent.', error: 'store_not_read' }]
      : [],
  };
}

function detectHybrid(hybrid: NonNullable<NewApplication['hybrid']>): Detected {
  const url = parseUrl(hybrid.url, 'hybrid.url');
  const android = hybrid.platform === 'Android';
  return {
    ...nothing,
    type: android ? applicationTypes.androidNative : applicationTypes.iosNative,
    url: url.href,
    name: url.hostname,
    // On Android links never open in a tab of their own; document 2, Hybrid object.
    hybrid: {
      show_navbar: false,
      file_open_support: false,
      ...hybrid,
      allow_tabs: !android && hybrid.allow_tabs === true,
    },
    warnings: [],
  };
}
