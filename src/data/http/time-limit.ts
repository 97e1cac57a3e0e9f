/** The fewest bytes with which a connection counts as making progress: a very slow one would otherwise never end. */
const minProgressBytes = 10_000;

export interface TimeLimit {
  signal: AbortSignal;
  recordProgress(bytes: number): void;
  clear(): void;
}

/**
 * A signal that follows the caller's, and also ends by itself: `timeout` milliseconds after the last byte, or when six
 * times that time brought too few bytes.
 */
export function createTimeLimit(outer: AbortSignal | undefined, timeout: number): TimeLimit {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const end = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  let silent = setTimeout(end, timeout);
  let slow = setTimeout(end, 6 * timeout);
  let arrived = 0;
  return {
    signal: controller.signal,
    recordProgress: (bytes) => {
      clearTimeout(silent);
      silent = setTimeout(end, timeout);
      arrived += bytes;
      if (arrived < minProgressBytes) return;
      arrived = 0;
      clearTimeout(slow);
      slow = setTimeout(end, 6 * timeout);
    },
    clear: () => {
      clearTimeout(silent);
      clearTimeout(slow);
      outer?.removeEventListener('abort', follow);
    },
  };
}
