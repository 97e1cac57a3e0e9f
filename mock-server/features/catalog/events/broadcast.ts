import { setImmediate } from 'node:timers/promises';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { EventStream } from './stream.ts';

/** Streams that are written to before other requests are served. */
const chunkSize = 200;
/** Up to this many subscribers may sync at once. */
const fewSubscribers = 10;
/** The longest wait, which 10,000 subscribers get: they then send 1,000 syncs a second. */
const maxSpreadMs = 10_000;

/** Milliseconds within which subscribers sync after an event, each at a random moment, so that not all do at once. */
export const getSpreadMs = (subscribers: number): number =>
  subscribers <= fewSubscribers ? 0 : Math.min(maxSpreadMs, subscribers);

/** Reports a revision of the catalog to all streams of an organization. */
export async function broadcast(streams: ReadonlySet<EventStream>, catalog: number): Promise<void> {
  const spread = getSpreadMs(streams.size);
  for (const part of splitIntoChunks([...streams], chunkSize)) {
    for (const stream of part) if (streams.has(stream)) stream.report({ catalog }, spread);
    await setImmediate();
  }
}
