/**
 * Bytes of a large piece: at 64 KiB a download is bound by system calls, and new buffers for every read cost half of the
 * throughput, for allocation and garbage collection.
 */
const largeBytes = 512 * 1024;
/** Most large pieces that are out at a time, 32 MiB together, and how many stay for the next transfer. */
const mostLarge = 64;
const mostKept = 16;
/** Bytes of a piece for a slow receiver: thousands of them may hold one for minutes. */
const smallBytes = 16 * 1024;

const kept: Buffer[] = [];
let lent = 0;

/** A buffer for the next piece of a transfer: a large one for who takes pieces quickly, while there are. Give it back when the piece was taken. */
export function borrowPiece(isQuick: boolean): Buffer {
  if (!isQuick || lent >= mostLarge) return Buffer.allocUnsafeSlow(smallBytes);
  lent += 1;
  return kept.pop() ?? Buffer.allocUnsafeSlow(largeBytes);
}

/** Ends a loan. `isUsed`: a connection that broke may still have the buffer, so nobody gets it again. */
export function giveBackPiece(piece: Buffer, isUsed = false): void {
  if (piece.length !== largeBytes) return;
  lent -= 1;
  if (!isUsed && kept.length < mostKept) kept.push(piece);
}
