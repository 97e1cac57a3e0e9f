import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, startChild } from './child.ts';
import { writeLargePackage } from './large-package.ts';
import type { Measurement, Row } from './measurement.ts';
import type { UploadService } from './upload-service.ts';

const run = promisify(execFile);
const bytes = 2 * 1024 ** 3;
const warmUp = 64 * 1024 ** 2;
const rounds = 3;
/** Bytes of a request of a resumable upload. */
const pieceSize = 256 * 1024 ** 2;
const growthLimit = 64_000_000;
/** Milliseconds between two looks at the service's memory. */
const pause = 50;
const most = { seconds: 1.5, growth: 1 };

const ways = [
  { how: 'in one request', send: sendForm },
  { how: 'resumable, in pieces of 256 MiB', send: sendPieces },
] as const;

/** Publishing a package of 2 GiB, in one request and in several, beside writing it to the same disk. */
export const upload: Measurement = {
  name: 'upload',
  async run() {
    const service = await startChild<UploadService>('upload-service.ts', null);
    const file = join(service.ready.dataDir, 'package.apk');
    try {
      // What is loaded and compiled for the first file is not memory that a large one costs.
      await writeLargePackage(file, 'org.example.warm', warmUp);
      for (const { send } of ways) await send(service.ready, file);
      const rows: Row[] = [];
      for (const way of ways) rows.push(...(await measure(service, way, file)));
      return rows;
    } finally {
      await service.stop();
    }
  },
};

/** By turns, and the best of each: the disk has other things to do at times. */
async function measure(
  service: Child<UploadService>,
  { how, send }: (typeof ways)[number],
  file: string,
): Promise<Row[]> {
  const best = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY, growth: 0 };
  for (let round = 0; round < rounds; round++) {
    await writeLargePackage(file, `org.example.${send.name.toLowerCase()}${round}`, bytes);
    await run('sync');
    const copy = [`if=${file}`, `of=${file}.copy`, 'bs=1M', 'conv=fsync'];
    best.theirs = Math.min(best.theirs, await timed(() => run('dd', copy)));
    await rm(`${file}.copy`);
    await run('sync');
    const { seconds, growth } = await watched(service, () => send(service.ready, file));
    best.ours = Math.min(best.ours, seconds);
    best.growth = Math.max(best.growth, growth);
  }
  return [
    {
      work: `upload and publish 2 GiB, ${how} (best of ${rounds})`,
      ours: best.ours,
      unit: 's',
      against: { name: 'dd, fsync', value: best.theirs },
      target: { atMost: most.seconds },
    },
    {
      work: 'the same, growth of memory',
      ours: best.growth / 1e6,
      unit: 'MB',
      against: { name: 'limit', value: growthLimit / 1e6 },
      target: { atMost: most.growth },
    },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Seconds that work takes, and bytes by which the service's memory grows at most meanwhile. */
async function watched(service: Child<UploadService>, work: () => Promise<void>) {
  const before = await service.memory();
  let most = before;
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await service.memory());
      await setTimeout(pause);
    }
  };
  const looking = look();
  const seconds = await timed(work).finally(() => over.abort());
  await looking;
  return { seconds, growth: most - before };
}

async function sendForm({ url, token }: UploadService, file: string): Promise<void> {
  const boundary = 'a-boundary-of-the-measurement';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const before = `${part('name="data"')}{}\r\n${part('name="app_file"; filename="package.apk"')}`;
  const after = `\r\n--${boundary}--\r\n`;
  const { size } = await stat(file);
  await ask(
    `${url}/v1/applications/`,
    {
      method: 'POST',
      headers: {
        'x-token': token,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': Buffer.byteLength(before) + size + Buffer.byteLength(after),
      },
    },
    concatenated(before, file, after),
  );
}

async function* concatenated(before: string, file: string, after: string) {
  yield Buffer.from(before);
  yield* createReadStream(file, { highWaterMark: 1024 * 1024 });
  yield Buffer.from(after);
}

async function sendPieces({ url, token }: UploadService, file: string): Promise<void> {
  const { size } = await stat(file);
  const headers = { 'x-token': token, 'tus-resumable': '1.0.0' };
  const named = { 'upload-length': size, 'upload-metadata': `filename ${btoa('package.apk')}` };
  const { upload } = (await ask(`${url}/v3/uploads/`, {
    method: 'POST',
    headers: { ...headers, ...named },
  })) as {
    upload: { id: string };
  };
  for (let offset = 0; offset < size; offset += pieceSize) {
    const end = Math.min(offset + pieceSize, size);
    const piece = createReadStream(file, { start: offset, end: end - 1, highWaterMark: 1024 * 1024 });
    const about = {
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': end - offset,
    };
    const options = { method: 'PATCH', headers: { ...headers, ...about } };
    await ask(`${url}/v3/uploads/${upload.id}`, options, piece);
  }
  const body = JSON.stringify({ upload_id: upload.id });
  const asJson = { ...headers, 'content-type': 'application/json' };
  await ask(`${url}/v1/applications/`, { method: 'POST', headers: asJson }, [Buffer.from(body)]);
}

/** Sends a request and answers its JSON; null where there is none. Error: when it was refused. */
async function ask(
  address: string,
  options: RequestOptions,
  body: Iterable<Buffer> | AsyncIterable<Buffer> = [],
): Promise<unknown> {
  const asked = request(address, options);
  const answered = once(asked, 'response');
  for await (const piece of body) if (!asked.write(piece)) await once(asked, 'drain');
  asked.end();
  const [response] = await answered;
  if (response.statusCode === 204) {
    response.resume();
    return null;
  }
  const answer: unknown = await json(response);
  if (response.statusCode >= 300)
    throw new Error(`${address}: ${response.statusCode} ${JSON.stringify(answer)}`);
  return answer;
}
