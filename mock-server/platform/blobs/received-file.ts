export interface StoredBlob {
  /** Hexadecimal, lower case; the blob's name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A received file that is not in the blob store yet: the caller checks it, then promotes or discards it. */
export interface ReceivedFile extends StoredBlob {
  /** Path of the temporary file. */
  path: string;
}
