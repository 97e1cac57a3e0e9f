/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const telling = [0, 1, 0x7f, 0x80, 0xff];

/** A package of which some bytes are others, or that is cut off, or of which a part is doubled. */
export function mutated(bytes: Buffer, random: () => number): Buffer {
  const at = (length: number) => Math.floor(random() * length);
  // Half of the changes are in the last KiB, where archives and signatures keep their offsets.
  const place = () => (random() < 0.5 ? at(bytes.length) : Math.max(0, bytes.length - 1 - at(1024)));
  const way = random();
  if (way < 0.1) return bytes.subarray(0, at(bytes.length));
  const copy = Buffer.from(bytes);
  if (way < 0.2) {
    const from = at(copy.length);
    return Buffer.concat([copy.subarray(0, from + at(4096)), copy.subarray(from)]);
  }
  for (let i = 0; i <= at(8); i++) copy[place()] = random() < 0.5 ? (telling[at(5)] ?? 0) : at(256);
  return copy;
}
