/**
 * Bytes of a large piece: at 64 KiB a download is bound by system calls, and new buffers for every read cost half of the
 * throughput, for allocation and garbage collection.
 */
const largeBytes = 512 * 1024;
/** Most large pieces in use at a time, 32 MiB together; as many stay for later transfers. */
const maxLargeBuffers = 64;
const maxPooledBuffers = 16;
/** Bytes of a piece for a slow receiver: thousands of them may hold one for minutes. */
const smallBytes = 16 * 1024;

/** The memory of the process, whatever transfers use it: no part of the context. */
const pooledBuffers: Buffer[] = [];
let borrowedBuffers = 0;

/**
 * A buffer for the next piece of a transfer: a large one for a receiver that takes pieces quickly, while there are any.
 * Give it back when the receiver has taken the piece.
 */
export function acquireBuffer(isQuick: boolean): Buffer {
  if (!isQuick || borrowedBuffers >= maxLargeBuffers) return Buffer.allocUnsafeSlow(smallBytes);
  borrowedBuffers += 1;
  return pooledBuffers.pop() ?? Buffer.allocUnsafeSlow(largeBytes);
}

/** Takes a buffer back. `isUsed`: a broken connection may still use it, so nobody gets it again. */
export function releaseBuffer(piece: Buffer, isUsed = false): void {
  if (piece.length !== largeBytes) return;
  borrowedBuffers -= 1;
  if (!isUsed && pooledBuffers.length < maxPooledBuffers) pooledBuffers.push(piece);
}
