import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { addApplication } from '../../../contract/applications.ts';
import { hostilePackages } from '../../fixtures/hostile-packages.ts';
import { vectors, vectorsMissing } from '../../fixtures/signature-vectors.ts';
import { Requests } from '../../setup/requests.ts';
import { startChild } from '../child.ts';
import type { Measurement } from '../measurement.ts';
import type { UploadService } from './upload-service.ts';

/** Vectors of signatures are ordinary packages with odd signatures: they have less time than what was made to exhaust the service. */
const limits = { milliseconds: 300, vectorMilliseconds: 100, stillness: 20, megabytes: 32 };
/** Larger files may take longer. */
const largest = 1_000_000;
/**
 * V8 lets the room for new objects, and for garbage, grow with the number of requests, whatever these send: 70 MB and more. It is kept
 * small here and emptied before each look, so that only what the files cost is measured.
 */
const littleGarbage = ['--max-semi-space-size=2', '--expose-gc'];
/** How often each file is sent. The fastest counts: the machine is sometimes busy with other things. */
const rounds = 3;

/** Publishing files that were made to exhaust the service, of less than 1 MB each. */
export const hostile: Measurement = {
  name: 'hostile',
  async run() {
    const service = await startChild<UploadService>('packages/upload-service.ts', null, littleGarbage);
    const client = new Requests(service.ready.url);
    const send = async (bytes: Uint8Array, name: string): Promise<number> => {
      const begun = performance.now();
      await client.upload(addApplication, {
        token: service.ready.token,
        files: { app_file: { bytes, name } },
      });
      return performance.now() - begun;
    };
    try {
      const files = await hostileFiles();
      // Code that is loaded and compiled for the first files is no cost of a hostile one.
      for (const { bytes, name } of files.slice(0, 3)) await send(bytes, name);
      await setTimeout(500);
      await service.stillness();
      const before = await service.memory();
      const slowest = { made: 0, vector: 0 };
      let most = before;
      let stillness = 0;
      for (const { bytes, name, kind } of files) {
        const times: number[] = [];
        const stood: number[] = [];
        for (let round = 0; round < rounds; round++) {
          times.push(await send(bytes, name));
          stood.push(await service.stillness());
          most = Math.max(most, await service.memory());
          // Looking at the memory stops the loop too.
          await service.stillness();
        }
        slowest[kind] = Math.max(slowest[kind], Math.min(...times));
        stillness = Math.max(stillness, Math.min(...stood));
      }
      const row = (work: string, ours: number, unit: string, value: number) =>
        ({ work, ours, unit, against: { name: 'limit', value }, target: { atMost: 1 } }) as const;
      const count = (kind: Kind) => files.filter((file) => file.kind === kind).length;
      const vectorTime = [slowest.vector, 'ms', limits.vectorMilliseconds] as const;
      return [
        row(`the slowest answer to ${count('made')} hostile files`, slowest.made, 'ms', limits.milliseconds),
        ...(count('vector') === 0
          ? []
          : [row(`the slowest answer to ${count('vector')} vectors of signatures`, ...vectorTime)]),
        row('all of these, longest stillness of the event loop', stillness, 'ms', limits.stillness),
        row('all of these, memory that the service keeps', (most - before) / 1e6, 'MB', limits.megabytes),
      ];
    } finally {
      await service.stop();
    }
  },
};

type Kind = 'made' | 'vector';
interface HostileFile {
  bytes: Uint8Array;
  name: string;
  kind: Kind;
}

async function hostileFiles(): Promise<HostileFile[]> {
  const made = await Promise.all(
    hostilePackages.map(async ({ fileName, make }) => ({
      bytes: await make(),
      name: fileName,
      kind: 'made' as const,
    })),
  );
  const missing = vectorsMissing();
  if (missing !== null) process.stdout.write(`Left out are ${missing}.\n`);
  const paths = missing === null ? globSync('*.apk', { cwd: vectors }) : [];
  const read = await Promise.all(
    paths.map(async (path) => ({
      bytes: await readFile(join(vectors, path)),
      name: path,
      kind: 'vector' as const,
    })),
  );
  return [...made, ...read].filter(({ bytes }) => bytes.length < largest);
}
