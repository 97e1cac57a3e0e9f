const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** What a package may ask of this service. Sizes in bytes. */
export interface PackageLimits {
  /** The package file itself. */
  fileBytes: number;
  /** Files and folders in the archive. */
  entries: number;
  /** Everything unpacked together, and each file of it. */
  unpackedBytes: number;
  entryBytes: number;
  /** Unpacked to packed size, of one file and of the whole; only asked above `ratioFreeBytes` unpacked. */
  ratio: number;
  ratioFreeBytes: number;
  /** A name in the archive: its bytes and its folders. */
  nameBytes: number;
  depth: number;
}

/** Above what real packages reach (a large game: 4 GiB, 30,000 files, ratio 20), below what hurts. */
export const defaultLimits: PackageLimits = {
  fileBytes: 4 * GiB,
  entries: 65_535,
  unpackedBytes: 16 * GiB,
  entryBytes: 4 * GiB,
  ratio: 200,
  ratioFreeBytes: 8 * MiB,
  nameBytes: 1024,
  depth: 64,
};

/** The largest document of each kind that is read into memory. */
export const documentBytes = {
  manifest: 4 * MiB,
  resources: 32 * MiB,
  plist: 1 * MiB,
  profile: 2 * MiB,
  image: 4 * MiB,
  signature: 8 * MiB,
  loadCommands: 1 * MiB,
} as const;

/** Icons larger than this on a side are not icons. */
export const imagePixels = 2048;
