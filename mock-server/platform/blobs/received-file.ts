export interface StoredBlob {
  /** Hexadecimal, lower case; the blob's name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A received file that is not stored yet: checked and read where it lies, then promoted or thrown away. */
export interface ReceivedFile extends StoredBlob {
  /** Where its bytes lie meanwhile. */
  path: string;
}
