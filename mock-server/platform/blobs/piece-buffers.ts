/**
 * Bytes of a large piece: at 64 KiB a download is bound by system calls, and new buffers for every read cost half of the
 * throughput, for allocation and garbage collection.
 */
const largeBytes = 512 * 1024;
/** Most large pieces in use at a time, 32 MiB together; as many stay for later transfers. */
const mostLarge = 64;
const mostKept = 16;
/** Bytes of a piece for a slow receiver: thousands of them may hold one for minutes. */
const smallBytes = 16 * 1024;

const kept: Buffer[] = [];
let lent = 0;

/**
 * A buffer for the next piece of a transfer: a large one for a receiver that takes pieces quickly, while there are any.
 * Give it back when the receiver has taken the piece.
 */
export function borrowPiece(isQuick: boolean): Buffer {
  if (!isQuick || lent >= mostLarge) return Buffer.allocUnsafeSlow(smallBytes);
  lent += 1;
  return kept.pop() ?? Buffer.allocUnsafeSlow(largeBytes);
}

/** Takes a buffer back. `isUsed`: a broken connection may still use it, so nobody gets it again. */
export function giveBackPiece(piece: Buffer, isUsed = false): void {
  if (piece.length !== largeBytes) return;
  lent -= 1;
  if (!isUsed && kept.length < mostKept) kept.push(piece);
}
