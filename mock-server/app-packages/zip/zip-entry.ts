/** One file of an archive, as the central directory describes it, which may be false. */
export interface ZipEntry {
  name: string;
  /** Bytes of the name as written, which may differ from `name.length`. */
  nameBytes: number;
  compressionMethod: number;
  flags: number;
  crc32: number;
  compressedSize: number;
  uncompressedSize: number;
  /** Where the entry's local header begins in the file. */
  offset: number;
  /** The upper half of the external attributes: a Unix mode when the maker was Unix, else 0. */
  unixMode: number;
}

export const storedMethod = 0;
export const deflatedMethod = 8;

const unixTypeMask = 0o170000;
const unixSymbolicLink = 0o120000;

export const isSymbolicLink = ({ unixMode }: ZipEntry): boolean =>
  (unixMode & unixTypeMask) === unixSymbolicLink;
