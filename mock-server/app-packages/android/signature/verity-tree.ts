import { createHash } from 'node:crypto';

const blockBytes = 4096;
const salt = Buffer.alloc(8);

/**
 * The root of the tree of SHA-256 hashes that fs-verity reads packages with, and the number of bytes below it. Only one
 * unfinished block of each level is kept.
 */
export class VerityTree {
  /** Level 0 is the data, each other level the digests of the blocks below it. */
  readonly #levels: Level[] = [new Level()];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#addTo(0, chunk);
  }

  /** The root's digest and the number of bytes (uint64). */
  digest(): Buffer {
    for (let at = 0; ; at++) {
      const level = this.#level(at);
      if (at > 0 && at === this.#levels.length - 1 && level.blocks === 0) {
        const size = Buffer.alloc(8);
        size.writeBigUInt64LE(BigInt(this.#bytes));
        return Buffer.concat([level.flush(), size]);
      }
      if (level.filled > 0) this.#addTo(at + 1, level.flush());
    }
  }

  #addTo(at: number, bytes: Buffer): void {
    for (const digest of this.#level(at).add(bytes)) this.#addTo(at + 1, digest);
  }

  #level(at: number): Level {
    const known = this.#levels[at];
    if (known !== undefined) return known;
    const level = new Level();
    this.#levels.push(level);
    return level;
  }
}

class Level {
  /** Full blocks so far. */
  blocks = 0;
  filled = 0;
  readonly #block = Buffer.alloc(blockBytes);

  /** The digests of the blocks that these bytes fill. A block counts as full only when more data follows it. */
  *add(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; ) {
      if (this.filled === blockBytes) {
        this.blocks++;
        yield this.flush();
      }
      const copied = bytes.copy(this.#block, this.filled, at);
      this.filled += copied;
      at += copied;
    }
  }

  /** The digest of the present block, filled up with zeros; the block is then empty again. */
  flush(): Buffer {
    this.#block.fill(0, this.filled);
    this.filled = 0;
    return createHash('sha256').update(salt).update(this.#block).digest();
  }
}
