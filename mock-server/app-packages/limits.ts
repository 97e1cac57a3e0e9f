const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** Limits for a package. Sizes in bytes. */
export interface PackageLimits {
  /** The package file itself. */
  fileBytes: number;
  /** Files and folders in the archive. */
  entries: number;
  /** All files together, unpacked; also the limit for each of them. */
  unpackedBytes: number;
  entryBytes: number;
  /**
   * Unpacked to packed size of the whole, checked only above `ratioFreeBytes` unpacked bytes: a single file of zeros, as a
   * blank database or silence, is harmless.
   */
  ratio: number;
  ratioFreeBytes: number;
}

/** More than real packages need (a large game: 4 GiB, 30,000 files, ratio 20), and harmless for the service. */
export const defaultLimits: PackageLimits = {
  fileBytes: 4 * GiB,
  entries: 65_535,
  unpackedBytes: 16 * GiB,
  entryBytes: 4 * GiB,
  ratio: 200,
  ratioFreeBytes: 32 * MiB,
};

/** Maximum sizes in bytes of the documents that are read into memory. */
export const documentBytes = {
  manifest: 4 * MiB,
  resources: 32 * MiB,
  plist: 1 * MiB,
  profile: 2 * MiB,
  image: 4 * MiB,
  signature: 8 * MiB,
  /** A PKCS #7 message with some certificates. */
  signatureBlock: 64 * KiB,
  loadCommands: 1 * MiB,
} as const;

/** Longest side of an icon in pixels; larger images are ignored. */
export const imagePixels = 2048;
