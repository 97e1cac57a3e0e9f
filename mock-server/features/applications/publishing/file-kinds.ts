import { open } from 'node:fs/promises';
import { type ApplicationType, applicationTypes } from '../../../../contract/common/codes.ts';

export interface FileKind {
  type: ApplicationType;
  mime: string;
}

export const apkKind: FileKind = {
  type: applicationTypes.androidNative,
  mime: 'application/vnd.android.package-archive',
};
export const ipaKind: FileKind = { type: applicationTypes.iosNative, mime: 'application/octet-stream' };

export const profileKind: FileKind = {
  type: applicationTypes.iosConfiguration,
  mime: 'application/x-apple-aspen-config',
};

const zipMagic = Buffer.from('PK');

/** Kinds by the extension of the file name; `magic` is how such a file must begin. */
const byExtension: Readonly<Record<string, FileKind & { magic: Buffer | null }>> = {
  mobileconfig: {
    ...profileKind,
    // A property list, unsigned or signed: its reader tells which.
    magic: null,
  },
  exe: {
    type: applicationTypes.windowsExe,
    mime: 'application/vnd.microsoft.portable-executable',
    magic: Buffer.from('MZ'),
  },
  msi: {
    type: applicationTypes.windowsMsi,
    mime: 'application/x-msi',
    magic: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  },
  xap: { type: applicationTypes.windowsPhone, mime: 'application/x-silverlight-app', magic: zipMagic },
  appx: { type: applicationTypes.windowsStore, mime: 'application/appx', magic: zipMagic },
  zip: { type: applicationTypes.windowsZip, mime: 'application/zip', magic: zipMagic },
};

/** The kind of a file by its extension and first bytes; null when the extension is not known. */
export async function detectKindByName(fileName: string, path: string): Promise<FileKind | null> {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const kind = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  if (kind === undefined) return null;
  if (kind.magic === null) return zipMagic.equals(await readFirstBytes(path, zipMagic.length)) ? null : kind;
  return kind.magic.equals(await readFirstBytes(path, kind.magic.length)) ? kind : null;
}

/** Whether files of this kind are archives, as packages for phones are. */
export const isArchive = ({ type }: FileKind): boolean =>
  Object.values(byExtension).some((kind) => kind.type === type && kind.magic === zipMagic);

async function readFirstBytes(path: string, count: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
