import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startBucketServer } from '../../setup/bucket/bucket-server.ts';
import { startChild } from '../child.ts';
import { limited, type Row } from '../measurement.ts';
import type { DownloadService } from './download-service.ts';

const readers = 1_000;
const bytes = 64 * 1024 * 1024;
const megabyte = 1_000_000;
/** Milliseconds between two reads of each client, and the number of reads. */
const [every, turns] = [1_000, 15];

/** Most megabytes by which the service's memory may grow for all of them. */
const growthLimit = 300;

/** Many people with slow connections download at the same time: the memory that their downloads cost the service. */
export async function slowReaders(): Promise<Row[]> {
  const bucket = await startBucketServer();
  try {
    return [await measure('the disk', {}), await measure('a bucket', { endpoint: bucket.endpoint })];
  } finally {
    await bucket.stop();
  }
}

async function measure(place: string, where: { endpoint?: string }): Promise<Row> {
  const service = await startChild<DownloadService>('downloads/download-service.ts', { bytes, ...where });
  try {
    const first = await started(service.ready.address);
    const before = await service.memory();
    const all = [first];
    while (all.length < readers)
      all.push(...(await Promise.all(Array.from({ length: 50 }, () => started(service.ready.address)))));
    let memory = 0;
    for (let turn = 0; turn < turns; turn++) {
      for (const answer of all) answer.read();
      await wait(every);
      memory = Math.max(memory, await service.memory());
    }
    const cutOff = all.filter(({ destroyed }) => destroyed).length;
    if (cutOff > 0) throw new Error(`${cutOff} of ${readers} slow readers were cut off, from ${place}.`);
    for (const answer of all) answer.destroy();
    const work = `${readers} slow readers at once, from ${place}, growth of memory`;
    return limited(work, (memory - before) / megabyte, 'MB', growthLimit);
  } finally {
    await service.stop();
  }
}

/** An answer that is only read as far as it is asked for. */
function started(address: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(address, { agent: false }, (response) => {
    response.on('error', () => undefined);
    response.pause();
    resolve(response);
  }).on('error', reject);
  return promise;
}
