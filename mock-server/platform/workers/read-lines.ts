import type { Readable } from 'node:stream';

const newline = 0x0a;

/**
 * Calls `take` with every line of a stream, and `flooded` once when a line has more than `maxLength` bytes; the rest is
 * then ignored.
 */
export function readLines(
  stream: Readable,
  maxLength: number,
  take: (line: string) => void,
  flooded: () => void,
): void {
  let stored: Buffer[] = [];
  let size = 0;
  let over = false;
  stream.on('data', (piece: Buffer) => {
    for (let rest = piece; rest.length > 0 && !over; ) {
      const end = rest.indexOf(newline);
      const part = end === -1 ? rest : rest.subarray(0, end);
      stored.push(part);
      size += part.length;
      if (size > maxLength) {
        over = true;
        stored = [];
        flooded();
      } else if (end !== -1) {
        take(Buffer.concat(stored).toString('utf8'));
        stored = [];
        size = 0;
      }
      rest = end === -1 ? rest.subarray(rest.length) : rest.subarray(end + 1);
    }
  });
}
