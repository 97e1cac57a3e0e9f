import { createHash, type Hash } from 'node:crypto';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import type { ContentDigest } from './algorithms.ts';
import type { ApkSections } from './signing-block.ts';
import { VerityTree } from './verity-tree.ts';

const chunkBytes = 1024 * 1024;

interface RunningDigest {
  add(chunk: Buffer): void;
  digest(): Buffer;
}

/**
 * Digests of everything in an APK except its signing block, as the schemes from v2 on define them. The file is read
 * once, in chunks; the end record counts as if the directory followed the entries directly.
 */
export async function contentDigests(
  zip: GuardedZip,
  sections: ApkSections,
  wanted: ReadonlySet<ContentDigest>,
): Promise<Map<ContentDigest, Buffer>> {
  const { entriesEnd, directory, end } = sections;
  const endRecord = Buffer.from(sections.endRecord);
  endRecord.writeUInt32LE(entriesEnd, 16);
  const chunkCount = [entriesEnd, end - directory, endRecord.length]
    .map((length) => Math.ceil(length / chunkBytes))
    .reduce((sum, count) => sum + count, 0);
  const running = new Map([...wanted].map((kind) => [kind, start(kind, chunkCount)]));
  const add = (chunk: Buffer) => {
    for (const digest of running.values()) digest.add(chunk);
  };
  for await (const chunk of zip.rawChunks(0, entriesEnd, chunkBytes)) add(chunk);
  for await (const chunk of zip.rawChunks(directory, end, chunkBytes)) add(chunk);
  add(endRecord);
  return new Map([...running].map(([kind, digest]) => [kind, digest.digest()]));
}

function start(kind: ContentDigest, chunkCount: number): RunningDigest {
  if (kind === 'verity-sha256') return new VerityTree();
  return new ChunkedDigest(kind === 'chunked-sha256' ? 'sha256' : 'sha512', chunkCount);
}

/** The digest of the digests of chunks of 1 MiB, each with its length before it. */
class ChunkedDigest implements RunningDigest {
  readonly #algorithm: string;
  readonly #whole: Hash;

  constructor(algorithm: 'sha256' | 'sha512', chunkCount: number) {
    this.#algorithm = algorithm;
    this.#whole = createHash(algorithm).update(marked(0x5a, chunkCount));
  }

  add(chunk: Buffer): void {
    const digest = createHash(this.#algorithm).update(marked(0xa5, chunk.length)).update(chunk).digest();
    this.#whole.update(digest);
  }

  digest(): Buffer {
    return this.#whole.digest();
  }
}

function marked(mark: number, count: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(mark, 0);
  bytes.writeUInt32LE(count, 1);
  return bytes;
}
