import type { IncomingMessage } from 'node:http';
import type { FailingBucket } from '../setup/bucket/failing-bucket.ts';

/** Kills a process when it sends to the bucket what `hits`. That request is passed on, or, where it `isLost`, never gets there. */
export function killsAt(
  proxy: FailingBucket,
  kill: () => unknown,
  hits: (request: IncomingMessage) => boolean,
  isLost = false,
): void {
  Object.assign(proxy, {
    fault: { status: 500, code: 'Never' },
    hits: (request: IncomingMessage) => {
      if (!hits(request)) return false;
      void kill();
      return isLost;
    },
  });
}
